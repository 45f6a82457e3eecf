export { timeLimit } from '../signals/time-limit.ts';
export { untilAborted } from '../signals/until-aborted.ts';
