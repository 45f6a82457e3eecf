import type { Action } from '@caliban/gate';
import type { WrittenRule, WrittenTest } from '../written-rule.ts';

/** A change to the ordered rules of one file, or a new test. Positions count from zero. */
export type RuleEdit =
  /** The first of them stands at `at` afterwards. */
  | { readonly kind: 'insert'; readonly at: number; readonly rules: readonly WrittenRule[] }
  | { readonly kind: 'remove'; readonly at: number }
  | { readonly kind: 'change'; readonly at: number; readonly fields: FieldChanges }
  /** `to` is where it stands afterwards. */
  | { readonly kind: 'move'; readonly from: number; readonly to: number }
  /** At the end of the file, without touching what is there. */
  | { readonly kind: 'add-test'; readonly test: WrittenTest };

/** By the names the fields have in a file; null takes a field away. */
export type FieldChanges = {
  readonly pattern?: string;
  readonly action?: Action;
  readonly comment?: string | null;
  readonly reason?: string | null;
  readonly expires_at?: string | null;
  readonly confined?: true | null;
  readonly approvals?: number | null;
  readonly self_approval?: false | null;
};
