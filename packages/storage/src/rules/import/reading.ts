import type { PermissionMode } from '@caliban/gate';
import type { RuleImport } from './import-rule.ts';

/** What one file of another agent comes to; its rules may still have to be put in order. */
export type Reading = RuleImport & {
  readonly notices: readonly string[];
  readonly defaultMode?: PermissionMode;
};
