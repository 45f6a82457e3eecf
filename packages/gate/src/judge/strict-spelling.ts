import { operatorsSpelt } from '../shell/spell/operators.ts';
import type { OperatorSet } from '../types/command-line.ts';

/** Beside the bits of the operators between commands: some pattern spells a redirection. */
export const REDIRECTION: OperatorSet = 1 << 24;

/** What a deny or ask spells of a line beyond words; other forms of a line are worked out only for those that do. */
export function strictSpelling(pattern: string): OperatorSet {
  return operatorsSpelt(pattern) | (spellsRedirection(pattern) ? REDIRECTION : 0);
}

export function spellsRedirection(pattern: string): boolean {
  return pattern.includes('>') || pattern.includes('<');
}
