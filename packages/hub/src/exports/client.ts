// What an agent needs of a hub; doesn't load PostgreSQL.
export type { HubAddress } from '../client/hub-client.ts';
export { addressProblem, hubClient } from '../client/hub-client.ts';
export type { UploadState } from '../client/upload-log.ts';
export { answerVerifier } from '../client/verify-answer.ts';
