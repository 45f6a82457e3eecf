import type { HoleSegment } from '../types/glob.ts';
import { type Delay, Delays, withoutLongRuns } from './delays.ts';
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
 * The end of the leftmost occurrence at or after `from`, or -1. Follows all starting points at once, one bit each (shift-and), so
 * the time is text × segment / 32 for any text.
 */
export function findHoles({ characters }: HoleSegment, text: string, from: number): number {
  const table = shiftAndTable(characters);
  if (!holdsInOrder(table.runs, text, from)) return -1;
  const start = earliestStart(table, text, from);
  if (start === -1) return -1;
  const { words, rowOf, masks, lastBit } = table;
  const state = new Int32Array(words);
  const delays = new Delays(table.delays);
  const { length } = text;
  for (let at = start; at < length; ) {
    const code = text.codePointAt(at) as number;
    at += code > 0xffff ? 2 : 1;
    const row = (rowOf[code] ?? 0) * words;
    delays.exchange(state);
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

/** A fast check that few texts pass. */
function holdsInOrder(runs: readonly string[], text: string, from: number): boolean {
  let at = from;
  for (const run of runs) {
    const found = findLiteral(text, run, at);
    if (found === -1) return false;
    at = found + run.length;
  }
  return true;
}

/** The first occurrence of the segment's longest literal run, minus what may precede it in the segment. */
function earliestStart({ run, before }: ShiftAndTable, text: string, from: number): number {
  const found = findLiteral(text, run, from);
  if (found === -1) return -1;
  const start = found - 2 * before;
  if (start <= from) return from;
  return isLow(text.charCodeAt(start)) && isHigh(text.charCodeAt(start - 1)) ? start - 1 : start;
}

/** Row 0 has the states that accept any character; every character of the segment has its own row, including those states. */
type ShiftAndTable = {
  readonly words: number;
  /** In the last of the words. */
  readonly lastBit: number;
  readonly delays: readonly Delay[];
  readonly rowOf: readonly number[];
  readonly masks: Int32Array;
  /** The literal runs between the holes. */
  readonly runs: readonly string[];
  /** The longest of them, and how many characters precede it. */
  readonly run: string;
  readonly before: number;
};

const tables = new WeakMap<readonly (string | null)[], ShiftAndTable>();

function shiftAndTable(characters: readonly (string | null)[]): ShiftAndTable {
  const known = tables.get(characters);
  if (known !== undefined) return known;
  const rowOf: number[] = [];
  let rows = 1;
  for (const character of characters) if (character !== null) rowOf[codeOf(character)] ??= rows++;
  const places: (string | null)[] = [];
  const delays: Delay[] = [];
  for (const { item, behind } of withoutLongRuns(characters, (character) => character === null)) {
    if (behind > 0) delays.push({ place: places.length, characters: behind });
    places.push(item);
  }
  const words = (places.length + 31) >>> 5;
  const masks = new Int32Array(words * rows);
  const allow = (row: number, place: number) => {
    const word = row * words + (place >>> 5);
    masks[word] = (masks[word] as number) | (1 << (place & 31));
  };
  places.forEach((character, place) => {
    if (character !== null) allow(rowOf[codeOf(character)] as number, place);
    else for (let row = 0; row < rows; row++) allow(row, place);
  });
  const lastBit = 1 << ((places.length - 1) & 31);
  const table = { words, lastBit, delays, rowOf, masks, ...literalRuns(characters) };
  tables.set(characters, table);
  return table;
}

function codeOf(character: string): number {
  return character.codePointAt(0) as number;
}

function literalRuns(characters: readonly (string | null)[]): Pick<ShiftAndTable, 'runs' | 'run' | 'before'> {
  const runs: string[] = [];
  let longest = { run: '', before: 0 };
  for (let start = 0; start < characters.length; start++) {
    const hole = characters.indexOf(null, start);
    const end = hole === -1 ? characters.length : hole;
    const run = characters.slice(start, end).join('');
    if (run !== '') runs.push(run);
    if (run.length > longest.run.length) longest = { run, before: start };
    start = end;
  }
  return { runs, ...longest };
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
