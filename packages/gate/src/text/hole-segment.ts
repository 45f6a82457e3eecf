import type { HoleSegment } from '../types/glob.ts';
import { findLiteral } from './find-literal.ts';

/** Where the segment ends when it starts at `from`, or -1. */
export function holesEndAt({ characters }: HoleSegment, text: string, from: number): number {
  let at = from;
  for (const character of characters) {
    if (at >= text.length) return -1;
    if (character === null) {
      at += widthAt(text, at);
    } else {
      if (!text.startsWith(character, at)) return -1;
      at += character.length;
    }
  }
  return at;
}

/** Where the segment starts when it ends at `to`, or -1. */
export function holesStartAt({ characters }: HoleSegment, text: string, to: number): number {
  let at = to;
  for (let index = characters.length - 1; index >= 0; index--) {
    const character = characters[index] as string | null;
    if (at <= 0) return -1;
    if (character === null) {
      at -= widthBefore(text, at);
    } else {
      at -= character.length;
      if (at < 0 || !text.startsWith(character, at)) return -1;
    }
  }
  return at;
}

/**
 * The end of the leftmost occurrence at or after `from`, or -1. All starting points are followed at once, one bit each
 * (shift-and), so the time is text × segment / 32 and no text can make it worse.
 */
export function findHoles({ characters }: HoleSegment, text: string, from: number): number {
  const table = shiftAndTable(characters);
  const start = earliestStart(table, text, from);
  if (start === -1) return -1;
  const { words, rowOf, masks } = table;
  const state = new Int32Array(words);
  const lastBit = 1 << ((characters.length - 1) & 31);
  const { length } = text;
  for (let at = start; at < length; ) {
    const code = text.codePointAt(at) as number;
    at += code > 0xffff ? 2 : 1;
    const row = (rowOf.get(code) ?? 0) * words;
    let carry = 1;
    for (let word = 0; word < words; word++) {
      const bits = state[word] as number;
      state[word] = ((bits << 1) | carry) & (masks[row + word] as number);
      carry = bits >>> 31;
    }
    if ((state[words - 1] as number) & lastBit) return at;
  }
  return -1;
}

/** Where the longest literal run of the segment first stands, less what may stand before it in the segment. */
function earliestStart({ run, before }: ShiftAndTable, text: string, from: number): number {
  const found = findLiteral(text, run, from);
  if (found === -1) return -1;
  const start = found - 2 * before;
  if (start <= from) return from;
  return isLow(text.charCodeAt(start)) && isHigh(text.charCodeAt(start - 1)) ? start - 1 : start;
}

/** Row 0 says which places take any character; every character of the segment has a row of its own, with its places added. */
type ShiftAndTable = {
  readonly words: number;
  readonly rowOf: ReadonlyMap<number, number>;
  readonly masks: Int32Array;
  /** The longest run without a hole, and how many characters stand before it. */
  readonly run: string;
  readonly before: number;
};

const tables = new WeakMap<readonly (string | null)[], ShiftAndTable>();

function shiftAndTable(characters: readonly (string | null)[]): ShiftAndTable {
  const known = tables.get(characters);
  if (known !== undefined) return known;
  const rowOf = new Map<number, number>();
  for (const character of characters) {
    if (character === null) continue;
    const code = character.codePointAt(0) as number;
    if (!rowOf.has(code)) rowOf.set(code, rowOf.size + 1);
  }
  const words = (characters.length + 31) >>> 5;
  const masks = new Int32Array(words * (rowOf.size + 1));
  const allow = (row: number, place: number) => {
    const word = row * words + (place >>> 5);
    masks[word] = (masks[word] as number) | (1 << (place & 31));
  };
  characters.forEach((character, place) => {
    if (character !== null) allow(rowOf.get(character.codePointAt(0) as number) as number, place);
    else for (let row = 0; row <= rowOf.size; row++) allow(row, place);
  });
  const table = { words, rowOf, masks, ...longestRun(characters) };
  tables.set(characters, table);
  return table;
}

function longestRun(characters: readonly (string | null)[]): { run: string; before: number } {
  let longest = { run: '', before: 0 };
  for (let start = 0; start < characters.length; start++) {
    const end = characters.indexOf(null, start);
    const run = characters.slice(start, end === -1 ? characters.length : end).join('');
    if (run.length > longest.run.length) longest = { run, before: start };
    start = end === -1 ? characters.length : end;
  }
  return longest;
}

/** UTF-16 units of the code point that starts at `at`; a lone surrogate is one character. */
function widthAt(text: string, at: number): number {
  return isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1)) ? 2 : 1;
}

function widthBefore(text: string, to: number): number {
  return to > 1 && isLow(text.charCodeAt(to - 1)) && isHigh(text.charCodeAt(to - 2)) ? 2 : 1;
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
