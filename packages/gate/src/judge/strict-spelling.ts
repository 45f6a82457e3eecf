import { specFor } from '../pattern/parse-pattern.ts';
import { operatorsSpelt } from '../text/operators.ts';
import type { OperatorSet } from '../types/command-line.ts';
import type { RuleIndex } from './rule-index.ts';

/** Beside the bits of the operators between commands: some pattern spells a redirection. */
export const REDIRECTION: OperatorSet = 1 << 24;

/** What a deny or ask spells of a line beyond words; other forms of a line are worked out only for those that do. */
export function strictSpelling(pattern: string): OperatorSet {
  return operatorsSpelt(pattern) | (spellsRedirection(pattern) ? REDIRECTION : 0);
}

export function spellsRedirection(pattern: string): boolean {
  return pattern.includes('>') || pattern.includes('<');
}

/** What the rule at this position spells of a command; nothing where it is about something else. */
export function spelling(rules: RuleIndex, position: number, tool: string): string {
  const argument = specFor(rules.rule(position).pattern, tool)?.argument;
  return argument?.kind === 'text' ? argument.glob.text : '';
}
