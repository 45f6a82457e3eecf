export type { HostFallback } from '../types/host-fallback.ts';
export { HOST_FALLBACKS } from '../types/host-fallback.ts';
export type { ArgumentGlob, FieldGlob } from '../types/pattern.ts';
export { isPermissionMode, MODE_TRAITS, PERMISSION_MODES } from '../types/permission-mode.ts';
export type { Rehearsal, RehearsedChange } from '../types/rehearsal.ts';
export type { PeopleNeeded } from '../types/rule.ts';
export {
  ACTIONS,
  allowsOnlyConfined,
  isAction,
  LAYERS,
  MAX_APPROVALS,
  peopleNeededBy,
  readAction,
  STRICTNESS,
} from '../types/rule.ts';
export type { ConfinedRun } from '../types/verdict.ts';
