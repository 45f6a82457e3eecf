import { STRIDE } from '../literals/literal-filter.ts';
import type { Utf16 } from '../typed-arrays.ts';

/**
 * How a text is sampled to search many needles at once. At every `stride`-th character a pair of characters is read and shifted
 * into a hash, which thus depends only on the last few pairs. Whatever its alignment, a needle of at least `shortest` characters
 * contains enough pairs for a whole hash.
 */
export type Sampling = {
  readonly stride: number;
  /** By how many bits a new pair shifts the older ones: after 32 they are out. */
  readonly shift: number;
  /** Characters from the first of the oldest pair to the last of the newest. */
  readonly span: number;
  readonly shortest: number;
};

/** With the same stride as literals at the start of a text, so that one pass can read both. */
export const SPARSEST: Sampling = sampling({ stride: STRIDE, shift: 11 });

/** The longer the needles, the fewer characters need to be read. */
export const SAMPLINGS: readonly Sampling[] = [
  SPARSEST,
  sampling({ stride: 2, shift: 11 }),
  sampling({ stride: 2, shift: 16 }),
  sampling({ stride: 1, shift: 16 }),
];

function sampling({ stride, shift }: { stride: number; shift: number }): Sampling {
  const pairs = Math.ceil(32 / shift);
  const span = (pairs - 1) * stride + 2;
  return { stride, shift, span, shortest: span + stride - 1 };
}

/** The samples of a text at every alignment, by their start: their scattered hashes. */
export function samplesOf(units: Utf16, { stride, shift, span }: Sampling): Int32Array {
  const samples = new Int32Array(Math.max(0, units.length - span + 1));
  for (let start = 0; start < samples.length; start++) {
    let hash = 0;
    for (let at = start; at + 2 <= start + span; at += stride) {
      hash = rolledSample(hash, shift, units[at] as number, units[at + 1] as number);
    }
    samples[start] = scattered(hash);
  }
  return samples;
}

/** With this factor few pairs of letters and digits collide in the bits that aren't shifted out. */
export function rolledSample(hash: number, shift: number, first: number, second: number): number {
  return ((hash << shift) + Math.imul(first, 37) + second) | 0;
}

/** Spreads a hash, one to one: its upper bits depend on all of it. */
export function scattered(hash: number): number {
  return Math.imul(hash, 0x9e3779b1);
}
