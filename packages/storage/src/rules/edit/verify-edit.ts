import { isDeepStrictEqual } from 'node:util';
import { isTable, type Table } from '../../documents/table.ts';
import { BUCKETS, V1_KEYS } from '../read/collect-entries.ts';
import { TESTS_KEY } from '../read/collect-tests.ts';
import type { LoadedText } from '../read/loaded-text.ts';
import { toWritten, type WrittenRule, type WrittenTest } from '../written-rule.ts';
import type { FieldChanges, RuleEdit } from './rule-edit.ts';

/** True if `after` is `before` with exactly this edit, and everything other than rules is unchanged. */
export function isIntended(before: LoadedText, edit: RuleEdit, after: LoadedText): boolean {
  const rules = editRules(rulesIn(before), edit);
  const hasRules = isSameList(rulesIn(after), rules);
  if (edit.kind !== 'add-test') return hasRules && isSame(restOf(after.parsed.table), restOf(before.parsed.table));
  return hasRules && hasNewTest(before, edit.test, after);
}

/** The earlier tests are unchanged, and the new one follows them. */
function hasNewTest(before: LoadedText, { tool, input, expect }: WrittenTest, after: LoadedText): boolean {
  const tests = testsOf(after.parsed.table);
  const added = after.policy.tests.at(-1)?.test;
  return (
    isSame(tests.slice(0, -1), testsOf(before.parsed.table)) &&
    added !== undefined &&
    isSame([added.tool, added.input, added.expect], [tool, input, expect]) &&
    isSame(restOf(after.parsed.table, [TESTS_KEY]), restOf(before.parsed.table, [TESTS_KEY]))
  );
}

function testsOf({ permissions }: Table): readonly unknown[] {
  const tests = isTable(permissions) ? permissions[TESTS_KEY] : undefined;
  return Array.isArray(tests) ? tests : [];
}

/** Compares by value: one reader creates tables with a prototype, the other without. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(plain(one), plain(other));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isTable(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, plain(inside)]));
}

/** The edit on values, kept as simple as possible: the edit on text is checked against it. */
export function editRules(rules: readonly WrittenRule[], edit: RuleEdit): readonly WrittenRule[] {
  switch (edit.kind) {
    case 'insert':
      return [...rules.slice(0, edit.at), ...edit.rules, ...rules.slice(edit.at)];
    case 'remove':
      return rules.toSpliced(edit.at, 1);
    case 'change':
      return rules.toSpliced(edit.at, 1, changed(rules[edit.at] as WrittenRule, edit.fields));
    case 'add-test':
      return rules;
    case 'move':
      return rules.toSpliced(edit.from, 1).toSpliced(edit.to, 0, rules[edit.from] as WrittenRule);
  }
}

/** In the order in which they are tried, in any form. */
export function rulesIn({ policy }: LoadedText): readonly WrittenRule[] {
  return policy.rules.map(toWritten);
}

function changed(rule: WrittenRule, fields: FieldChanges): WrittenRule {
  const { pattern, action, comment, reason, expires_at: expiresAt, confined, approvals } = fields;
  const { self_approval: selfApproval } = fields;
  return {
    pattern: pattern ?? rule.pattern,
    action: action ?? rule.action,
    comment: comment === undefined ? rule.comment : (comment ?? undefined),
    reason: reason === undefined ? rule.reason : (reason ?? undefined),
    expiresAt: expiresAt === undefined ? rule.expiresAt : (expiresAt ?? undefined),
    confined: confined === undefined ? rule.confined : (confined ?? undefined),
    approvals: approvals === undefined ? rule.approvals : (approvals ?? undefined),
    selfApproval: selfApproval === undefined ? rule.selfApproval : (selfApproval ?? undefined),
  };
}

function isSameList(one: readonly WrittenRule[], other: readonly WrittenRule[]): boolean {
  return one.length === other.length && one.every((rule, index) => isSameRule(rule, other[index] as WrittenRule));
}

function isSameRule(one: WrittenRule, other: WrittenRule): boolean {
  return (
    one.pattern === other.pattern &&
    one.action === other.action &&
    one.comment === other.comment &&
    one.reason === other.reason &&
    one.expiresAt === other.expiresAt &&
    one.confined === other.confined &&
    one.approvals === other.approvals &&
    one.selfApproval === other.selfApproval
  );
}

function restOf(document: Table, left: readonly string[] = []): Table {
  const { permissions, ...rest } = without(document, V1_KEYS);
  const settings = isTable(permissions) ? without(permissions, ['rules', ...BUCKETS, ...left]) : {};
  return { ...rest, permissions: settings };
}

function without(table: Table, keys: readonly string[]): Table {
  return Object.fromEntries(Object.entries(table).filter(([key]) => !keys.includes(key)));
}
