/** A set of characters: code point ranges, sorted and disjoint. */
export type CodePoints = readonly (readonly [low: number, high: number])[];

export const LAST_CODE_POINT = 0x10ffff;

export const EVERY_CHARACTER: CodePoints = [[0, LAST_CODE_POINT]];

export function onlyCharacter(character: string): CodePoints {
  const code = character.codePointAt(0) as number;
  return [[code, code]];
}

export function anyOf(characters: string): CodePoints {
  return inOrder(Array.from(characters, (character) => onlyCharacter(character)[0] as readonly [number, number]));
}

/** Ranges as written: in any order, overlapping, reversed (those are empty). */
export function inOrder(ranges: readonly (readonly [number, number])[]): CodePoints {
  const joined: [number, number][] = [];
  for (const [low, high] of ranges.filter(([low, high]) => low <= high).sort(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else joined.push([low, high]);
  }
  return joined;
}

export function allBut(set: CodePoints): CodePoints {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [low, high] of set) {
    if (next < low) gaps.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= LAST_CODE_POINT) gaps.push([next, LAST_CODE_POINT]);
  return gaps;
}

export function inBoth(one: CodePoints, other: CodePoints): CodePoints {
  if (one === EVERY_CHARACTER) return other;
  if (other === EVERY_CHARACTER) return one;
  const common: [number, number][] = [];
  for (const [low, high] of one) {
    for (const [otherLow, otherHigh] of other) {
      const from = Math.max(low, otherLow);
      const to = Math.min(high, otherHigh);
      if (from <= to) common.push([from, to]);
    }
  }
  return common;
}

export function hasCodePoint(set: CodePoints, code: number): boolean {
  return set.some(([low, high]) => low <= code && code <= high);
}

/** One character of the set, a plain letter or digit if possible; null for the empty set. */
export function readableCharacter(set: CodePoints): string | null {
  const [first] = set;
  if (first === undefined) return null;
  const isOne = set.length === 1 && first[0] === first[1];
  const readable = isOne ? undefined : READABLE.find((code) => hasCodePoint(set, code));
  return String.fromCodePoint(readable ?? first[0]);
}

const READABLE: readonly number[] = Array.from(
  'xabcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.',
  (character) => character.codePointAt(0) as number,
);
