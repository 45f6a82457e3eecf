import { finished, hashText } from './checksum.ts';

/**
 * Where rules stand in a packed policy. A shelf is what one tool's rules look at (its command, its path below an anchor, a field …),
 * and each rule of it stands in a box marked with text that every match must have: how it starts, or a few characters it holds.
 */
export type Shelf = number;

export function shelf(tool: string, looksAt: string): Shelf {
  return hashText(hashText(SHELF_SEED, tool), `\0${looksAt}\0`);
}

/** Two boxes of one name are one box: what stands in it is tried anyway. */
export type BoxName = { readonly one: number; readonly other: number };

export function startsBox(shelf: Shelf, text: string, length: number): BoxName {
  return box(hashText(hashText(shelf, 's'), text, 0, length), length);
}

export function holdsBox(shelf: Shelf, text: string, start: number, length: number): BoxName {
  return box(hashText(hashText(shelf, 'h'), text, start, start + length), length);
}

/** Rules that say nothing of the text by which they could be told apart. */
export function anyTextBox(shelf: Shelf): BoxName {
  return box(hashText(shelf, '*'), 0);
}

export function toolBox(tool: string): BoxName {
  return box(hashText(TOOL_SEED, tool), tool.length);
}

export function toolGlobBox(glob: string): BoxName {
  return box(hashText(GLOB_SEED, glob), glob.length);
}

function box(hash: number, length: number): BoxName {
  return { one: finished(hash), other: finished(Math.imul(hash, 0x9e3779b1) ^ (length + 1)) };
}

const SHELF_SEED = 0x5c4f1e27;
const TOOL_SEED = 0x70010b0c;
const GLOB_SEED = 0x610b6e11;

/** How much of a literal start marks its box: the longest of these that it has. */
export const START_LENGTHS: readonly number[] = [2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128];

/** How many characters mark the box of a rule that only holds something: as many of these as there are. */
export const MOST_HELD = 4;
export const FEWEST_HELD = 2;
