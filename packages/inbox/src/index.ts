// The public names, one by one.

// asks
export type {
  Answerer,
  Approval,
  Ask,
  AskAnswer,
  AskContext,
  AskEnd,
  AskState,
  AskView,
  BoundCall,
  SentRule,
  SentRules,
} from './ask/ask.ts';
export { boundHash, signedText } from './ask/ask.ts';
export type { ShownRehearsal } from './ask/shown-rehearsal.ts';
// client
export { policyVersion } from './client/ask-of.ts';
export type { InboxAccess, InboxOutcome, InboxWait } from './client/ask-the-inbox.ts';
export { askTheInbox } from './client/ask-the-inbox.ts';
export { HOOK_CLIENT } from './client/hook-client.ts';
export type { InboxAskOptions } from './client/inbox-ask-handler.ts';
export { InboxAskHandler } from './client/inbox-ask-handler.ts';
export type { ClientReply, ClientRequest, InboxClient } from './client/inbox-client.ts';
export { inboxClient, UnreachableError } from './client/inbox-client.ts';
export type { WaitOptions, WaitOutcome } from './client/wait-for-answer.ts';
export { waitForAnswer } from './client/wait-for-answer.ts';
// service
export type { AnswerOutcome, AskOutcome, Card, ConsumeOutcome, GivenAnswer, InboxOptions, Signer } from './inbox.ts';
export { Inbox } from './inbox.ts';
// server
export type { AppParts, Mount, MountedReply, MountedRequest, PublicFile } from './server/app.ts';
export { MAX_BODY_BYTES, SECURITY_HEADERS } from './server/app.ts';
export type { AskRoutesParts, Caller } from './server/ask-routes.ts';
export { askRoutes, THIS_USER } from './server/ask-routes.ts';
export type { HookAnswer, HookRequest } from './server/hook-request.ts';
export { SENT_VARIABLES } from './server/hook-request.ts';
export type { ServerDescription, ServerFiles } from './server/server-files.ts';
export { makeOwnDirectory, readDescription, removeDescription, serverFiles } from './server/server-files.ts';
export type { RunningServer, ServerOptions } from './server/start-server.ts';
export { startServer } from './server/start-server.ts';
// store
export type { Fact, FactKind, FactStore, Put } from './store/fact-store.ts';
export { MemoryFactStore } from './store/memory-fact-store.ts';
export type { SqliteFactStoreOptions } from './store/sqlite-fact-store.ts';
export { SqliteFactStore } from './store/sqlite-fact-store.ts';
