import { didYouMean } from '@caliban/calls/text';
import { type Action, parsePattern, type Rule } from '@caliban/gate';
import { MAX_APPROVALS, readAction } from '@caliban/gate/types';
import { TomlDate } from 'smol-toml';
import type { Finding, Path } from '../../documents/places.ts';
import { isRfc3339 } from '../../documents/rfc3339.ts';
import { isTable, kindOf, type Table } from '../../documents/table.ts';
import { type Entry, pathOf } from './collect-entries.ts';

/** A rule without its source. */
export type CheckedRule = Omit<Rule, 'source'>;

/** Adds every problem of the rule to `errors`, not only the first; then returns null. */
export function checkEntry(entry: Entry, errors: Finding[]): CheckedRule | null {
  if (entry.form === 'bucket') return checkBucketEntry(entry, errors);
  if (isTable(entry.fields)) return checkFields({ fields: entry.fields, entry, errors });
  const message = `a rule is a table, not ${kindOf(entry.fields)}; write \`{ pattern = "Tool:glob", action = "ask" }\``;
  errors.push({ spot: { path: pathOf(entry), part: 'value' }, message });
  return null;
}

/** Warns about harmless values that can't be intended. */
export function warnOfEntry(entry: Entry, rule: CheckedRule, warnings: Finding[]): void {
  const { action, reason, confined, approvals, selfApproval } = rule;
  const warn = (key: string, message: string) =>
    warnings.push({ spot: { path: [...pathOf(entry), key], part: 'key' }, message });
  if (reason !== undefined && action !== 'deny')
    warn('reason', `the model reads a reason only when a rule denies, and this one says ${action}; write \`comment\``);
  if (confined === true && action !== 'allow')
    warn('confined', `\`confined\` has a meaning only for allow rules, and this one says ${action}; remove it`);
  const onlyAsk = (key: string) =>
    warn(key, `\`${key}\` has a meaning only for ask rules, and this one says ${action}; remove it`);
  if (approvals !== undefined && action !== 'ask') onlyAsk('approvals');
  if (selfApproval !== undefined && action !== 'ask') onlyAsk('self_approval');
}

function checkBucketEntry(entry: Extract<Entry, { form: 'bucket' }>, errors: Finding[]): CheckedRule | null {
  const { pattern, action } = entry;
  if (typeof pattern !== 'string') {
    const message = `a pattern is text, not ${kindOf(pattern)}; write it in quotes`;
    errors.push({ spot: { path: pathOf(entry), part: 'value' }, message });
    return null;
  }
  const parsed = parsePattern(pattern);
  if (parsed.ok) return { pattern: parsed.value, action };
  errors.push(badPattern(pattern, pathOf(entry), parsed.error));
  return null;
}

/** The fields of one rule, their position, and the list for errors. */
type Check = { readonly fields: Table; readonly entry: Entry; readonly errors: Finding[] };

function checkFields(check: Check): CheckedRule | null {
  const { fields, errors } = check;
  const known = errors.length;
  const pattern = patternOf(check);
  const action = actionOf(check);
  const comment = textOf(check, 'comment');
  const reason = textOf(check, 'reason');
  const expiresAt = fields.expires_at === undefined ? undefined : instantOf(check);
  const isConfined = booleanOf(check, 'confined') === true;
  const approvals = fields.approvals === undefined ? undefined : approvalsOf(check);
  const selfApproval = booleanOf(check, 'self_approval');
  for (const key in fields) {
    if (RULE_FIELDS.has(key)) continue;
    const near = meantField(key, fields);
    wrong(
      check,
      key,
      'key',
      `unknown field \`${key}\`${near}; expected ${FIELD_NAMES.slice(0, -1).join(', ')} or ${FIELD_NAMES.at(-1)}`,
    );
  }
  if (errors.length > known || pattern === null || action === null) return null;

  const rule: { -readonly [Name in keyof CheckedRule]: CheckedRule[Name] } = { pattern, action };
  if (comment !== undefined) rule.comment = comment;
  if (reason !== undefined) rule.reason = reason;
  if (expiresAt !== undefined) rule.expiresAt = expiresAt;
  if (isConfined) rule.confined = true;
  if (approvals !== undefined) rule.approvals = approvals;
  if (selfApproval === false) rule.selfApproval = false;
  return rule;
}

const FIELD_NAMES = [
  ...(['pattern', 'action', 'comment', 'reason', 'expires_at', 'confined'] as const),
  ...(['approvals', 'self_approval'] as const),
];
/** `tool` is the old name of `pattern`. */
const RULE_FIELDS: ReadonlySet<string> = new Set([...FIELD_NAMES, 'tool']);

function patternOf(check: Check): CheckedRule['pattern'] | null {
  const { fields, entry, errors } = check;
  const key = fields.pattern === undefined && fields.tool !== undefined ? 'tool' : 'pattern';
  if (key === 'pattern' && fields.tool !== undefined) {
    wrong(check, 'tool', 'key', 'the rule says both `pattern` and `tool`; keep `pattern`');
  }
  const written = fields[key];
  if (typeof written !== 'string') {
    lacking(check, key, 'write `pattern = "Tool:glob"`');
    return null;
  }
  const parsed = parsePattern(written);
  if (parsed.ok) return parsed.value;
  errors.push(badPattern(written, [...pathOf(entry), key], parsed.error));
  return null;
}

function actionOf(check: Check): Action | null {
  const written = check.fields.action;
  if (typeof written !== 'string') {
    lacking(check, 'action', 'write `action = "allow"`, `"deny"` or `"ask"`');
    return null;
  }
  const action = readAction(written);
  if (action === null) wrong(check, 'action', 'value', `unknown action \`${written}\`; expected allow, deny or ask`);
  return action;
}

function textOf(check: Check, key: string): string | undefined {
  const value = check.fields[key];
  if (value === undefined || typeof value === 'string') return value;
  wrong(check, key, 'value', `\`${key}\` is ${kindOf(value)}; write text in quotes`);
  return undefined;
}

function booleanOf(check: Check, key: string): boolean | undefined {
  const value = check.fields[key];
  if (value === undefined || typeof value === 'boolean') return value;
  wrong(check, key, 'value', `\`${key}\` is ${kindOf(value)}; write true or false, without quotes`);
  return undefined;
}

function approvalsOf(check: Check): number | undefined {
  const value = check.fields.approvals;
  if (isApprovals(value)) return value;
  wrong(check, 'approvals', 'value', badApprovals(typeof value === 'number' ? String(value) : kindOf(value)));
  return undefined;
}

export function isApprovals(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_APPROVALS;
}

export function badApprovals(shown: string): string {
  return `\`approvals\` is ${shown}; write a whole number from 1 to ${MAX_APPROVALS}, without quotes`;
}

function instantOf(check: Check): string | undefined {
  const value = check.fields.expires_at;
  if (typeof value === 'string' && isRfc3339(value)) return value;
  if (value instanceof TomlDate && value.isDateTime() && !value.isLocal()) return value.toISOString();
  const shown = typeof value === 'string' ? `\`${value}\`` : kindOf(value);
  const message = `\`expires_at\` is ${shown}, not an instant; write it as \`"2027-01-01T00:00:00Z"\``;
  wrong(check, 'expires_at', 'value', message);
  return undefined;
}

function badPattern(written: string, path: Path, { message, column }: { message: string; column: number }): Finding {
  return { spot: { path, part: 'value', offset: column - 1 }, message: `bad pattern \`${written}\`: ${message}` };
}

function lacking(check: Check, key: string, remedy: string): void {
  if (check.fields[key] !== undefined) textOf(check, key);
  else if (!isMisspelled(key, check.fields)) {
    check.errors.push({
      spot: { path: pathOf(check.entry), part: 'key' },
      message: `the rule has no ${key}; ${remedy}`,
    });
  }
}

/** Then the unknown field is the mistake, and one message is enough. */
function isMisspelled(key: string, fields: Table): boolean {
  return Object.keys(fields).some(
    (field) => !RULE_FIELDS.has(field) && meantField(field, fields).includes(`\`${key}\``),
  );
}

/** Suggests among the fields that the rule doesn't have yet. */
function meantField(written: string, fields: Table): string {
  const missing = FIELD_NAMES.filter((name) => fields[name] === undefined);
  return didYouMean(written, missing, { atMost: 2 });
}

function wrong({ entry, errors }: Check, key: string, part: 'key' | 'value', message: string): void {
  errors.push({ spot: { path: [...pathOf(entry), key], part }, message });
}
