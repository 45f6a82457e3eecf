import type { PermissionMode } from '@caliban/gate';
import type { CarriedOver } from './carry-over.ts';

/** What one file of another agent comes to; its rules may still have to be put in order. */
export type Reading = CarriedOver & {
  readonly notices: readonly string[];
  readonly defaultMode?: PermissionMode;
};
