import type { PermissionMode } from '@caliban/gate';
import type { RuleImport } from './import-rule.ts';

/** The result of reading one file of another agent; its rules may still have to be ordered. */
export type Reading = RuleImport & {
  readonly notices: readonly string[];
  readonly defaultMode?: PermissionMode;
};
