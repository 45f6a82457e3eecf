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

/** The same for each of these lengths, shortest first, as far as there may be such a box. */
export function startsBoxes(
  shelf: Shelf,
  text: string,
  lengths: readonly number[],
  mayHave: (one: number) => boolean,
): readonly BoxName[] {
  const names: BoxName[] = [];
  let hash = hashText(shelf, 's');
  let hashed = 0;
  for (const length of lengths) {
    if (length > text.length) break;
    hash = hashText(hash, text, hashed, length);
    hashed = length;
    if (mayHave(finished(hash))) names.push(box(hash, length));
  }
  return names;
}

/** What marks the boxes of every piece of that length; the text has at least one. */
export function heldPieces(shelf: Shelf, text: string, length: number): readonly number[] {
  const pieces: number[] = [];
  const seed = hashText(shelf, 'h');
  for (let start = 0; start + length <= text.length; start++) {
    let piece = 0;
    for (let at = start; at < start + length; at++) piece = Math.imul(piece, BASE) + text.charCodeAt(at);
    pieces.push(seed ^ piece);
  }
  return pieces;
}

export function heldBox(piece: number, length: number): BoxName {
  return box(piece, length);
}

/**
 * The boxes of all these pieces, as far as there may be such a box; by the first half of its name most are known not to be. Each piece
 * is made from the one before: a process that has just started takes every step slowly, and this is most of them.
 */
export function holdsBoxes(
  shelf: Shelf,
  text: string,
  length: number,
  mayHave: (one: number) => boolean,
): readonly BoxName[] {
  const names: BoxName[] = [];
  const seed = hashText(shelf, 'h');
  let leaving = 1;
  for (let at = 0; at < length; at++) leaving = Math.imul(leaving, BASE);
  let piece = 0;
  for (let at = 0; at < text.length; at++) {
    piece = Math.imul(piece, BASE) + text.charCodeAt(at);
    if (at >= length) piece -= Math.imul(leaving, text.charCodeAt(at - length));
    if (at >= length - 1 && mayHave(finished(seed ^ piece))) names.push(box(seed ^ piece, length));
  }
  return names;
}

const BASE = 0x01000193;

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
