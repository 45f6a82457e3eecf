import type { Rule } from '@caliban/gate';
import { parsePattern } from '@caliban/gate/internal/pattern/parse-pattern';
import { didYouMean } from '@caliban/gate/internal/text/did-you-mean';
import { type Action, readAction } from '@caliban/gate/internal/types/rule';
import { TomlDate } from 'smol-toml';
import { type Entry, pathOf } from './collect-entries.ts';
import type { Finding, Path } from './places.ts';
import { isRfc3339 } from './rfc3339.ts';
import { isTable, kindOf, type Table } from './table.ts';

/** A rule that still lacks its source. */
export type CheckedRule = Omit<Rule, 'source'>;

/** Adds everything that is wrong with the rule to `errors`, not only the first thing; then there is no rule. */
export function checkEntry(entry: Entry, errors: Finding[]): CheckedRule | null {
  if (entry.form === 'bucket') return checkBucketEntry(entry, errors);
  if (isTable(entry.fields)) return checkFields({ fields: entry.fields, entry, errors });
  const message = `a rule is a table, not ${kindOf(entry.fields)}; write \`{ pattern = "Tool:glob", action = "ask" }\``;
  errors.push({ spot: { path: pathOf(entry), part: 'value' }, message });
  return null;
}

/** What does no harm but cannot be meant. */
export function warnOfEntry(entry: Entry, { action, reason }: CheckedRule, warnings: Finding[]): void {
  if (reason === undefined || action === 'deny') return;
  const message = `the model reads a reason only when a rule denies, and this one says ${action}; write \`comment\``;
  warnings.push({ spot: { path: [...pathOf(entry), 'reason'], part: 'key' }, message });
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

/** The fields of one rule, where they stand, and where to say what is wrong. */
type Check = { readonly fields: Table; readonly entry: Entry; readonly errors: Finding[] };

function checkFields(check: Check): CheckedRule | null {
  const { fields, errors } = check;
  const known = errors.length;
  const pattern = patternOf(check);
  const action = actionOf(check);
  const comment = textOf(check, 'comment');
  const reason = textOf(check, 'reason');
  const expiresAt = fields.expires_at === undefined ? undefined : instantOf(check);
  for (const key in fields) {
    if (RULE_FIELDS.has(key)) continue;
    const near = meantField(key, fields);
    wrong(
      check,
      key,
      'key',
      `unknown field \`${key}\`${near}; expected pattern, action, comment, reason or expires_at`,
    );
  }
  if (errors.length > known || pattern === null || action === null) return null;

  const rule: { -readonly [Name in keyof CheckedRule]: CheckedRule[Name] } = { pattern, action };
  if (comment !== undefined) rule.comment = comment;
  if (reason !== undefined) rule.reason = reason;
  if (expiresAt !== undefined) rule.expiresAt = expiresAt;
  return rule;
}

const FIELD_NAMES = ['pattern', 'action', 'comment', 'reason', 'expires_at'] as const;
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

/** Then the unknown field is what has to be corrected, and one message is enough. */
function isMisspelled(key: string, fields: Table): boolean {
  return Object.keys(fields).some(
    (field) => !RULE_FIELDS.has(field) && meantField(field, fields).includes(`\`${key}\``),
  );
}

/** Among the fields that the rule does not have. */
function meantField(written: string, fields: Table): string {
  const missing = FIELD_NAMES.filter((name) => fields[name] === undefined);
  return didYouMean(written, missing, { atMost: 2 });
}

function wrong({ entry, errors }: Check, key: string, part: 'key' | 'value', message: string): void {
  errors.push({ spot: { path: [...pathOf(entry), key], part }, message });
}
