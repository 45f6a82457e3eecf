import { type Action, formatPattern, type Rule } from '@caliban/gate';
import type { Table } from '../documents/table.ts';

/** A rule as it is written to a file. */
export type WrittenRule = {
  readonly pattern: string;
  readonly action: Action;
  readonly comment?: string | undefined;
  readonly reason?: string | undefined;
  readonly expiresAt?: string | undefined;
  readonly confined?: true | undefined;
  readonly approvals?: number | undefined;
  readonly selfApproval?: false | undefined;
};

/** A test as it is written to a file. */
export type WrittenTest = {
  readonly tool: string;
  readonly input: Table;
  readonly expect: Action;
  /** A pattern. */
  readonly rule?: string | undefined;
  readonly comment?: string | undefined;
};

export function toWritten({
  pattern,
  action,
  comment,
  reason,
  expiresAt,
  confined,
  approvals,
  selfApproval,
}: Omit<Rule, 'source'>): WrittenRule {
  return { pattern: formatPattern(pattern), action, comment, reason, expiresAt, confined, approvals, selfApproval };
}

/** The keys of a rule in a file, in the order in which they are written. */
export type RuleKey =
  | 'pattern'
  | 'action'
  | 'comment'
  | 'reason'
  | 'expires_at'
  | 'confined'
  | 'approvals'
  | 'self_approval';

export type RuleValue = string | number | boolean;

/** Only the fields that are set. */
export function writtenFields(rule: WrittenRule): readonly (readonly [RuleKey, RuleValue])[] {
  const { pattern, action, comment, reason, expiresAt, confined, approvals, selfApproval } = rule;
  const fields: readonly (readonly [RuleKey, RuleValue | undefined])[] = [
    ['pattern', pattern],
    ['action', action],
    ['comment', comment],
    ['reason', reason],
    ['expires_at', expiresAt],
    ['confined', confined],
    ['approvals', approvals],
    ['self_approval', selfApproval],
  ];
  return fields.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
}
