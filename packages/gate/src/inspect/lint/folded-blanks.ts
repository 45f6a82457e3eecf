import { visible } from '@caliban/calls/text';
import { formatPattern } from '../../pattern/format-pattern.ts';
import type { Finding } from '../finding.ts';
import type { Shape } from '../rule-shape.ts';
import { quotedPattern } from './rule-name.ts';

/** `rm  -rf`: the judged text has single blanks between words, so only a line spelled exactly like this can match. */
export function foldedBlanks({ rule, position, reaches }: Shape): Finding[] {
  const { pattern } = rule;
  const isCommand = reaches.every(({ spec }) => spec.argument?.kind === 'text' && spec.fields.length === 0);
  const specText = isCommand ? folded(pattern.specText) : pattern.specText;
  if (specText === pattern.specText) return [];
  const proposal = formatPattern({ ...pattern, specText });
  const message = `${quotedPattern(rule)} hardly ever matches: blanks between words count as one; write \`${visible(proposal)}\``;
  return [{ kind: 'folded-blanks', rule, position, severity: 'warning', message, proposal }];
}

/** Unchanged if a quote is left over: only the command shows what is quoted then. */
function folded(text: string): string {
  if (/["']/.test(text.replaceAll(QUOTED, ''))) return text;
  return text.replaceAll(QUOTED_OR_BLANKS, (found) => (/^["']/.test(found) ? found : ' '));
}

const QUOTED = /'[^']*'|"[^"]*"/g;

/** After a backslash a blank is part of a word. */
const QUOTED_OR_BLANKS = /'[^']*'|"[^"]*"|(?<![\\ \t])(?: [ \t]+|\t[ \t]*)/g;
