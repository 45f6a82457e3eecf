import { isDeepStrictEqual } from 'node:util';
import { BUCKETS, V1_KEYS } from '../collect-entries.ts';
import type { LoadedText } from '../loaded-text.ts';
import { isTable, type Table } from '../table.ts';
import { toWritten, type WrittenRule } from '../written-rule.ts';
import type { FieldChanges, RuleEdit } from './rule-edit.ts';

/** True when `after` is `before` with that one edit, and everything that is no rule is as it was. */
export function isIntended(before: LoadedText, edit: RuleEdit, after: LoadedText): boolean {
  const rules = editRules(rulesIn(before), edit);
  return isSameList(rulesIn(after), rules) && isDeepStrictEqual(restOf(after.document), restOf(before.document));
}

/** The edit on values, as plain as can be: the edit on text is held against it. */
export function editRules(rules: readonly WrittenRule[], edit: RuleEdit): readonly WrittenRule[] {
  switch (edit.kind) {
    case 'insert':
      return [...rules.slice(0, edit.at), ...edit.rules, ...rules.slice(edit.at)];
    case 'remove':
      return rules.toSpliced(edit.at, 1);
    case 'change':
      return rules.toSpliced(edit.at, 1, changed(rules[edit.at] as WrittenRule, edit.fields));
    case 'move':
      return rules.toSpliced(edit.from, 1).toSpliced(edit.to, 0, rules[edit.from] as WrittenRule);
  }
}

/** In the order in which they are tried, whatever form they have. */
export function rulesIn({ policy }: LoadedText): readonly WrittenRule[] {
  return policy.rules.map(toWritten);
}

function changed(rule: WrittenRule, fields: FieldChanges): WrittenRule {
  const { pattern, action, comment, reason, expires_at: expiresAt } = fields;
  return {
    pattern: pattern ?? rule.pattern,
    action: action ?? rule.action,
    comment: comment === undefined ? rule.comment : (comment ?? undefined),
    reason: reason === undefined ? rule.reason : (reason ?? undefined),
    expiresAt: expiresAt === undefined ? rule.expiresAt : (expiresAt ?? undefined),
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
    one.expiresAt === other.expiresAt
  );
}

function restOf(document: Table): Table {
  const { permissions, ...rest } = without(document, V1_KEYS);
  const settings = isTable(permissions) ? without(permissions, ['rules', ...BUCKETS]) : {};
  return { ...rest, permissions: settings };
}

function without(table: Table, keys: readonly string[]): Table {
  return Object.fromEntries(Object.entries(table).filter(([key]) => !keys.includes(key)));
}
