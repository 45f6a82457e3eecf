// Which literals a text may start with, told by marks without looking at any. The text is hashed pair by pair; a mark stands
// for a hash. Marks are kept by the block, a cache line chosen by the hash of the first pair behind each pause: a walk along a
// text touches few places in memory, common prefixes do not crowd one of them, and it ends at the first pause from which no
// literal goes on.

const FACTOR = 0x9e3779b1;

/** Every root's literals start from a hash of their own. */
export function rootHash(root: number): number {
  return Math.imul(root + 1, FACTOR);
}

export function rolledHash(hash: number, unit: number, next: number): number {
  return Math.imul(hash + (unit << 16) + next, FACTOR);
}

/** After so many pairs it is asked whether any literal goes on: after none, one, and then after every fourth. */
export function nextPause(pairs: number): number {
  return pairs < 4 ? 3 * pairs + 1 : pairs + 4;
}

/** The hash of "this prefix, and more". */
export function goingOn(hash: number): number {
  return hash ^ 0x5bd1e995;
}

/** Integers to a block of the filter: a cache line. */
export const BLOCK = 16;

/** Where the block starts for this pair and what follows it, up to the next pause. */
export function blockFor(hash: number, blockShift: number): number {
  return (Math.imul(hash, 0x85ebca6b) >>> blockShift) * BLOCK;
}

/** A hash stands for two bits of one integer in a block. */
export function isMarked(filter: Int32Array, block: number, hash: number): boolean {
  const bits = (1 << (hash >>> 23)) | (1 << (hash >>> 18));
  return ((filter[block + (hash >>> 28)] as number) & bits) === bits;
}

export function mark(filter: Int32Array, block: number, hash: number): void {
  const place = block + (hash >>> 28);
  filter[place] = (filter[place] as number) | (1 << (hash >>> 23)) | (1 << (hash >>> 18));
}
