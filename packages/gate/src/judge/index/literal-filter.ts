// Which literals a text may start with, told by marks without looking at any. A mark stands for a hash, and only a sample of
// the text is hashed: a pair of characters in every `STRIDE`. How far a walk gets is anyone's guess, and to guess wrong takes
// a processor longer than a few samples do; so they are taken by the stretch, and only behind one is it asked whether any
// literal goes on.

/** Characters from one sample to the next. */
export const STRIDE = 4;

/** Samples to a stretch. The first sample is one by itself: where no literal starts like the text, that is soon found out. */
export const STRETCH = 4;

/** How many whole samples so many characters hold. */
export function samplesIn(length: number): number {
  return (length + STRIDE - 2) >>> 2;
}

const FACTOR = 0x9e3779b1;

/** Every root's literals start from a hash of their own. */
export function rootHash(root: number): number {
  return Math.imul(root + 1, FACTOR);
}

export function rolledHash(hash: number, unit: number, next: number): number {
  return Math.imul(hash + (unit << 7) + next, FACTOR);
}

/** The hash of "these samples, and more". */
export function goingOn(hash: number): number {
  return hash ^ 0x5bd1e995;
}

/** A hash stands for two bits of one integer: 1 when both are set, else 0. */
export function marked(filter: Int32Array, shift: number, hash: number): number {
  const bits = filter[hash >>> shift] as number;
  return (bits >>> (hash >>> 10)) & (bits >>> (hash >>> 5)) & 1;
}

export function mark(filter: Int32Array, shift: number, hash: number): void {
  const place = hash >>> shift;
  filter[place] = (filter[place] as number) | (1 << (hash >>> 10)) | (1 << (hash >>> 5));
}
