import { isPrintableAscii } from './printable-ascii.ts';
import { WIDE_RANGES } from './wide-ranges.ts';

/** How many columns a terminal gives to the text. Meant for text that `safeLines` let through. */
export function widthOf(text: string): number {
  if (isPrintableAscii(text)) return text.length;
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}

/** Marks stand on the letter before them; vowels and finals of Hangul join the syllable. */
const ON_THE_LETTER_BEFORE = /^[\p{Mn}\p{Me}\u1160-\u11ff]$/u;

function columnsOf(character: string): number {
  const code = character.codePointAt(0) as number;
  if (code < 0x300) return 1;
  if (ON_THE_LETTER_BEFORE.test(character)) return 0;
  return isWide(code) ? 2 : 1;
}

function isWide(code: number): boolean {
  let low = 0;
  let high = WIDE_RANGES.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = WIDE_RANGES[middle] as readonly [number, number];
    if (code < first) high = middle - 1;
    else if (code > last) low = middle + 1;
    else return true;
  }
  return false;
}
