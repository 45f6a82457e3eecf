import type { OperatorSet } from '../types/command-line.ts';

/** How many operators stand in the text. */
export function operatorCount(text: string): number {
  return text.match(OPERATOR)?.length ?? 0;
}

const OPERATOR = /\|[|&]?|&&?|;/g;

/** The characters of operators that stand in the text, as bits. */
export function operatorCharacters(text: string): number {
  if (!ANY.test(text)) return 0;
  return (text.includes('|') ? 1 : 0) | (text.includes('&') ? 2 : 0) | (text.includes(';') ? 4 : 0);
}

const ANY = /[|&;]/;

export const EVERY_CHARACTER = 7;

/** No rule names more of them in a row. */
export const MAX_OPERATORS = 3;

/** Every number of operators, of any characters. */
export const EVERY_OPERATOR: OperatorSet = 0xffffff;

/** What a pattern asks of the operators in a text: so many, and all of its own characters. Empty where it spells none. */
export function operatorsSpelt(pattern: string): OperatorSet {
  const characters = operatorCharacters(pattern);
  const count = characters === 0 ? 0 : operatorCount(pattern);
  return count === 0 || count > MAX_OPERATORS ? 0 : bitFor(count, characters);
}

/** Whether a pattern in the set may match a text of so many operators that has these characters; `orFewer`: or of fewer. */
export function mayBeSpelt(set: OperatorSet, count: number, characters: number, orFewer: boolean): boolean {
  const most = Math.min(count, MAX_OPERATORS);
  for (let each = orFewer ? 1 : most; each <= most; each++) {
    for (let some = characters; some > 0; some = (some - 1) & characters) {
      if ((set & bitFor(each, some)) !== 0) return true;
    }
  }
  return false;
}

function bitFor(count: number, characters: number): number {
  return 1 << (8 * (count - 1) + characters);
}
