import type { OperatorSet } from '../types/command-line.ts';

/** How many operators the text contains. */
export function operatorCount(text: string): number {
  return text.match(OPERATOR)?.length ?? 0;
}

const OPERATOR = /\|[|&]?|&&?|;/g;

/** The operator characters in the text, as bits. */
export function operatorCharacters(text: string): number {
  if (!ANY.test(text)) return 0;
  return (text.includes('|') ? 1 : 0) | (text.includes('&') ? 2 : 0) | (text.includes(';') ? 4 : 0);
}

const ANY = /[|&;]/;

export const EVERY_CHARACTER = 7;

/** No rule names more of them in a row. */
export const MAX_OPERATORS = 3;

/** Any number of any operators. */
export const EVERY_OPERATOR: OperatorSet = 0xffffff;

/** The operators that a pattern requires in a text: their number, and all of its operator characters. Empty if it contains none. */
export function operatorsSpelt(pattern: string): OperatorSet {
  const characters = operatorCharacters(pattern);
  const count = characters === 0 ? 0 : operatorCount(pattern);
  return count === 0 || count > MAX_OPERATORS ? 0 : bitFor(count, characters);
}

/** Whether a pattern in the set may match a text with this many operators and these characters; `orFewer`: or with fewer. */
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
