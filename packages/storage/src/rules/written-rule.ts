import type { Action, Rule } from '@caliban/gate';
import { formatPattern } from '@caliban/gate/internal/pattern/format-pattern';
import type { Table } from './table.ts';

/** A rule as it is written to a file. */
export type WrittenRule = {
  readonly pattern: string;
  readonly action: Action;
  readonly comment?: string | undefined;
  readonly reason?: string | undefined;
  readonly expiresAt?: string | undefined;
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

export function toWritten({ pattern, action, comment, reason, expiresAt }: Omit<Rule, 'source'>): WrittenRule {
  return { pattern: formatPattern(pattern), action, comment, reason, expiresAt };
}

/** The keys of a rule in a file, in the order in which they are written. */
export type RuleKey = 'pattern' | 'action' | 'comment' | 'reason' | 'expires_at';

/** Only what is set. */
export function writtenFields(rule: WrittenRule): readonly (readonly [RuleKey, string])[] {
  const { pattern, action, comment, reason, expiresAt } = rule;
  const fields: readonly (readonly [RuleKey, string | undefined])[] = [
    ['pattern', pattern],
    ['action', action],
    ['comment', comment],
    ['reason', reason],
    ['expires_at', expiresAt],
  ];
  return fields.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
}
