// Which literals a text may start with, according to a filter, without reading any of them. A mark represents a hash, and only
// samples of the text are hashed: its first two pairs of characters, and then a pair in every `STRIDE`. How far a walk gets is
// unpredictable, and a branch misprediction costs more than a few samples; so samples are taken in stretches, and only after each
// stretch it is checked whether any literal continues.

/** Characters from one sample to the next. The first two are adjacent: many literals are a short word and a blank. */
export const STRIDE = 4;
export const SIDE_BY_SIDE = 2;

/** Samples in the first stretch and in every other: if no literal starts like the text, that shows quickly. */
export const FIRST_STRETCH = 2;
export const STRETCH = 3;

/** How many whole samples fit in this many characters. */
export function samplesIn(length: number): number {
  return length < 2 ? 0 : (length >>> 2) + 1;
}

/** How many whole pairs literals with this many samples have, at least and at most. */
export function fewestPairs(samples: number): number {
  return samples < 2 ? samples : 2 * samples - 2;
}

export function mostPairs(samples: number): number {
  return samples < 2 ? samples : 2 * samples - 1;
}

/** Whether a stretch ends after this many samples. */
export function endsStretch(samples: number): boolean {
  return samples % STRETCH === FIRST_STRETCH;
}

const FACTOR = 0x9e3779b1;

/** Every root's literals start from a different hash. */
export function rootHash(root: number): number {
  return Math.imul(root + 1, FACTOR);
}

export function rolledHash(hash: number, unit: number, next: number): number {
  return Math.imul(hash + (unit << 7) + next, FACTOR);
}

/** The hash of "these samples, and more": other bits of the same integer, which has just been read. */
export function goingOn(hash: number): number {
  return hash ^ 0x1b35;
}

/** A hash has three bits of one integer: 1 if all are set, else 0. */
export function marked(filter: Int32Array, shift: number, hash: number): number {
  const bits = filter[hash >>> shift] as number;
  return (bits >>> (hash >>> 10)) & (bits >>> (hash >>> 5)) & (bits >>> hash) & 1;
}

export function mark(filter: Int32Array, shift: number, hash: number): void {
  const place = hash >>> shift;
  filter[place] = (filter[place] as number) | (1 << (hash >>> 10)) | (1 << (hash >>> 5)) | (1 << hash);
}
