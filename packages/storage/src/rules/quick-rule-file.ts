import type { RuleFileOrigin } from './parse-rule-file.ts';
import { type PlainTest, plainRules } from './plain-rules.ts';
import type { PolicyTest, RuleFile } from './rule-file.ts';

/**
 * What a file says that has a `[permissions]` table, if any, and then rules and tests in the usual layout; most patterns are left
 * unread. Null where it takes the whole parser.
 */
export async function quickRuleFile(text: string, origin: RuleFileOrigin): Promise<RuleFile | null> {
  const start = text.search(FIRST_TABLE);
  if (start === -1) return null;
  const head = text.slice(0, start);
  const found = head.length > LONGEST_HEAD ? null : HEAD.exec(head);
  if (found === null) return null;
  const { file, layer } = origin;
  const plain = plainRules(text.slice(start), { file, layer, line: head.split('\n').length });
  if (plain === null) return null;
  const { rules } = plain;
  const tests = plain.tests.length === 0 ? [] : await checkedTests(plain.tests, origin);
  if (tests === null) return null;
  const hasSettings = found[1] !== undefined;
  if (!hasSettings) return { file, rules, settings: {}, tests, warnings: [], legacyForms: [] };
  const { parseRuleFile } = await import('./parse-rule-file.ts');
  const settings = await parseRuleFile(head, origin);
  return settings.ok ? { ...settings.value, rules, tests } : null;
}

/** Null where one is wrong: the parser says what. */
async function checkedTests(
  plain: readonly PlainTest[],
  { file, layer }: RuleFileOrigin,
): Promise<readonly PolicyTest[] | null> {
  const { checkTest } = await import('./check-test.ts');
  const tests: PolicyTest[] = [];
  for (const { fields, line } of plain) {
    const test = checkTest(fields, [], []);
    if (test === null) return null;
    tests.push({ ...test, source: { layer, file, line } });
  }
  return tests;
}

const FIRST_TABLE = /^\[\[permissions\.(?:rules|tests)\]\]/m;
const LONGEST_HEAD = 10_000;
const END = '[ \\t]*(?:#[^\\0-\\x08\\n-\\x1f\\x7f]*)?\\r?\\n';
/** Settings with a value of one word; nothing that could define rules. */
const SETTING = '[ \\t]*(?!(?:rules|tests)\\b)[A-Za-z_]+[ \\t]*=[ \\t]*(?:"[\\w-]*"|true|false|\\d+)';
const HEAD = new RegExp(`^(?:${END})*(\\[permissions\\]${END}(?:(?:${SETTING})?${END})*)?$`);
