// The public names, one by one.

// decision logs
export type { Link } from './audit/chain.ts';
export type { Agent, ChainReport, LogGap, LogLine, UploadOutcome } from './audit/decision-logs.ts';
export { DecisionLogs } from './audit/decision-logs.ts';
export type { AskedCall, FleetCounts, FleetFilter, FleetSession } from './audit/fleet-sums.ts';
export { FleetSums } from './audit/fleet-sums.ts';
export { projectName } from './audit/line-sums.ts';
// agents, approvers and admins
export { streamFrom } from './client/hub-client.ts';
export type { Comparison, UploadParts, UploadReport } from './client/upload-log.ts';
export { compareLog, uploadLog } from './client/upload-log.ts';
// PostgreSQL
export type { Database, DatabaseOptions, Queries, Row } from './database/database.ts';
export { DatabaseUnavailableError, openDatabase, whileAway } from './database/database.ts';
export { migrate, schemaProblem } from './database/migrations.ts';
export type { PostgresFactStoreOptions } from './facts/postgres-fact-store.ts';
export { PostgresFactStore } from './facts/postgres-fact-store.ts';
// tokens
export type { ListedToken, NewToken, Principal, Role } from './identity/tokens.ts';
export { ROLES, Tokens, tokenSealKey } from './identity/tokens.ts';
// policies
export type { Bundle, SigningKey } from './policy/bundle.ts';
export {
  BUNDLE_FILES,
  createSigningKey,
  fingerprint,
  openBundle,
  readPrivateKey,
  readPublicKey,
  sealBundle,
} from './policy/bundle.ts';
export type { StoredPolicy } from './policy/policies.ts';
export { Policies } from './policy/policies.ts';
// server
export type { HubData, HubMount } from './server/hub-app.ts';
export type { HubOptions, RunningHub } from './server/start-hub.ts';
export { startHub } from './server/start-hub.ts';
