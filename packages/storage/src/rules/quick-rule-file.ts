import type { RuleFileOrigin } from './parse-rule-file.ts';
import { plainRules } from './plain-rules.ts';
import type { RuleFile } from './rule-file.ts';

/**
 * What a file says in which a `[permissions]` table, if there is one, and then rules stand as nearly everybody writes them; most patterns
 * are left unread. Null where it takes the whole parser.
 */
export async function quickRuleFile(text: string, origin: RuleFileOrigin): Promise<RuleFile | null> {
  const start = text.search(FIRST_RULE);
  if (start === -1) return null;
  const head = text.slice(0, start);
  const found = head.length > LONGEST_HEAD ? null : HEAD.exec(head);
  if (found === null) return null;
  const { file, layer } = origin;
  const rules = plainRules(text.slice(start), { file, layer, line: head.split('\n').length });
  if (rules === null) return null;
  const hasSettings = found[1] !== undefined;
  if (!hasSettings) return { file, rules, settings: {}, warnings: [], legacyForms: [] };
  const { parseRuleFile } = await import('./parse-rule-file.ts');
  const settings = await parseRuleFile(head, origin);
  return settings.ok ? { ...settings.value, rules } : null;
}

const FIRST_RULE = /^\[\[permissions\.rules\]\]/m;
const LONGEST_HEAD = 10_000;
const END = '[ \\t]*(?:#[^\\0-\\x08\\n-\\x1f\\x7f]*)?\\r?\\n';
/** Settings with a value of one word; nothing that could define rules. */
const SETTING = '[ \\t]*(?!rules\\b)[A-Za-z_]+[ \\t]*=[ \\t]*(?:"[\\w-]*"|true|false|\\d+)';
const HEAD = new RegExp(`^(?:${END})*(\\[permissions\\]${END}(?:(?:${SETTING})?${END})*)?$`);
