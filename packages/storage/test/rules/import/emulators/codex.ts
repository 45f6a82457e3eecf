/** Emulation of Codex rules, from its documentation: a prefix of the words of a command, and the strictest of all that match. */
import type { Said } from './decisions.ts';

export type PrefixRule = { readonly pattern: readonly (string | readonly string[])[]; readonly decision?: Decision };

type Decision = 'allow' | 'prompt' | 'forbidden';

export function codexSays(rules: readonly PrefixRule[], words: readonly string[]): Said {
  const decisions = rules.filter((rule) => matches(rule, words)).map(({ decision = 'allow' }) => decision);
  if (decisions.includes('forbidden')) return 'deny';
  if (decisions.includes('prompt')) return 'ask';
  return decisions.includes('allow') ? 'allow' : null;
}

function matches({ pattern }: PrefixRule, words: readonly string[]): boolean {
  return pattern.every((element, index) => [element].flat().includes(words[index] as string));
}

/** As the rules stand in a file. */
export function codexFile(rules: readonly PrefixRule[]): string {
  return rules
    .map(({ pattern, decision }) => {
      const ending = decision === undefined ? '' : `, decision = "${decision}"`;
      return `prefix_rule(pattern = ${JSON.stringify(pattern)}${ending})\n`;
    })
    .join('');
}
