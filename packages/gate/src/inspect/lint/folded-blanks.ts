import { visible } from '@caliban/calls/text';
import { formatPattern } from '../../pattern/format-pattern.ts';
import type { Finding } from '../finding.ts';
import type { Shape } from '../rule-shape.ts';
import { quotedPattern } from './rule-name.ts';

/** `rm  -rf`: between the words of what is judged stands one blank, so only a line that is written just so can match. */
export function foldedBlanks({ rule, position, reaches }: Shape): Finding[] {
  const { pattern } = rule;
  const isCommand = reaches.every(({ spec }) => spec.argument?.kind === 'text' && spec.fields.length === 0);
  const specText = isCommand ? folded(pattern.specText) : pattern.specText;
  if (specText === pattern.specText) return [];
  const proposal = formatPattern({ ...pattern, specText });
  const message = `${quotedPattern(rule)} hardly ever matches: blanks between words count as one; write \`${visible(proposal)}\``;
  return [{ kind: 'folded-blanks', rule, position, severity: 'warning', message, proposal }];
}

/** As it is where a quote is left over: what is quoted then, only the command can tell. */
function folded(text: string): string {
  if (/["']/.test(text.replaceAll(QUOTED, ''))) return text;
  return text.replaceAll(QUOTED_OR_BLANKS, (found) => (/^["']/.test(found) ? found : ' '));
}

const QUOTED = /'[^']*'|"[^"]*"/g;

/** Behind a backslash a blank is part of a word. */
const QUOTED_OR_BLANKS = /'[^']*'|"[^"]*"|(?<![\\ \t])(?: [ \t]+|\t[ \t]*)/g;
