import { formatPattern, type Rule } from '@caliban/gate';
import { parseRuleFile, type RuleFileOrigin } from '../../src/rules/read/parse-rule-file.ts';
import { formatNotice } from '../../src/rules/rule-file.ts';

/** `deny Bash:rm * @3`: action, pattern, line, in the order in which rules are tried. */
export function ruleText({ action, pattern, source }: Rule): string {
  return `${action} ${formatPattern(pattern)}${source.line === undefined ? '' : ` @${source.line}`}`;
}

export type Parsed =
  | { readonly rules: readonly string[]; readonly warnings: readonly string[] }
  | { readonly errors: readonly string[] };

/** What a file says, in words. */
export async function parsed(text: string, origin: Partial<RuleFileOrigin> = {}): Promise<Parsed> {
  const result = await parseRuleFile(text, { file: 'permissions.toml', layer: 'project', ...origin });
  if (!result.ok) return { errors: result.error.map(formatNotice) };
  return { rules: result.value.rules.map(ruleText), warnings: result.value.warnings.map(formatNotice) };
}

/** Lines of a text, each ended. */
export function lines(...texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}
