export type { HistoryReport } from '../histories/history-report.ts';
export type { HistoryAgent, PastCall } from '../histories/past-call.ts';
export { HISTORY_AGENTS } from '../histories/past-call.ts';
export type { HistoryRequest } from '../histories/read-history.ts';
export { readHistory } from '../histories/read-history.ts';
export type { HistoryPlaces } from '../histories/session-reader.ts';
