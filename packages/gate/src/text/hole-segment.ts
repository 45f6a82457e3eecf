import type { HoleSegment } from '../types/glob.ts';

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
  const length = characters.length;
  const words = (length + 31) >>> 5;
  const { masks, holes } = shiftAndTable(characters, words);
  const state = new Uint32Array(words);
  const lastWord = words - 1;
  const lastBit = 1 << ((length - 1) & 31);
  for (let at = from; at < text.length; ) {
    const width = widthAt(text, at);
    const mask = masks.get(text.slice(at, at + width)) ?? holes;
    let carry = 1;
    for (let word = 0; word < words; word++) {
      const bits = state[word] as number;
      state[word] = ((bits << 1) | carry) & (mask[word] as number);
      carry = bits >>> 31;
    }
    at += width;
    if ((state[lastWord] as number) & lastBit) return at;
  }
  return -1;
}

type ShiftAndTable = { readonly masks: ReadonlyMap<string, Uint32Array>; readonly holes: Uint32Array };

const tables = new WeakMap<readonly (string | null)[], ShiftAndTable>();

function shiftAndTable(characters: readonly (string | null)[], words: number): ShiftAndTable {
  const known = tables.get(characters);
  if (known !== undefined) return known;
  const holes = new Uint32Array(words);
  characters.forEach((character, index) => {
    if (character === null) setBit(holes, index);
  });
  const masks = new Map<string, Uint32Array>();
  characters.forEach((character, index) => {
    if (character === null) return;
    const mask = masks.get(character) ?? holes.slice();
    setBit(mask, index);
    masks.set(character, mask);
  });
  const table = { masks, holes };
  tables.set(characters, table);
  return table;
}

function setBit(mask: Uint32Array, index: number): void {
  mask[index >>> 5] = (mask[index >>> 5] as number) | (1 << (index & 31));
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
