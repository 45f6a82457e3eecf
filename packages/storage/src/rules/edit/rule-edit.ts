import type { Action } from '@caliban/gate';
import type { WrittenRule, WrittenTest } from '../written-rule.ts';

/** A change to the ordered rules of one file, or a new test. Positions start at zero. */
export type RuleEdit =
  /** The first inserted rule is at `at` afterwards. */
  | { readonly kind: 'insert'; readonly at: number; readonly rules: readonly WrittenRule[] }
  | { readonly kind: 'remove'; readonly at: number }
  | { readonly kind: 'change'; readonly at: number; readonly fields: FieldChanges }
  /** `to` is the position afterwards. */
  | { readonly kind: 'move'; readonly from: number; readonly to: number }
  /** Appended to the file, leaving everything else as it is. */
  | { readonly kind: 'add-test'; readonly test: WrittenTest };

/** By the names of the fields in a file; null removes a field. */
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
