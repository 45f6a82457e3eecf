import { type Sampling, sampleHash, scattered } from './sampling.ts';
import type { Units } from './units.ts';

const TABLE_BITS = 16;
const HIGHEST = 255;

/** Roughly how common each sample is, in a fixed table that forgets which sample was which. */
export class SampleCounts {
  readonly #counts = new Uint8Array(1 << TABLE_BITS);
  readonly #sampling: Sampling;

  constructor(sampling: Sampling) {
    this.#sampling = sampling;
  }

  /** Learns from a text, every alignment of it. */
  add(units: Units): void {
    const counts = this.#counts;
    const sampling = this.#sampling;
    for (let at = 0; at + sampling.span <= units.length; at++) {
      const cell = scattered(sampleHash(units, at, sampling)) >>> (32 - TABLE_BITS);
      const count = counts[cell] as number;
      if (count < HIGHEST) counts[cell] = count + 1;
    }
  }

  /** Where in the needle its samples are rarest: there and behind it start as many as there are alignments. */
  rarestIn(units: Units, start: number, length: number): number {
    const { stride, span } = this.#sampling;
    let fewest = Number.POSITIVE_INFINITY;
    let rarest = 0;
    let count = 0;
    for (let offset = 0; offset + span <= length; offset++) {
      count += this.#countAt(units, start + offset);
      const first = offset - stride + 1;
      if (first < 0) continue;
      if (count < fewest) {
        fewest = count;
        rarest = first;
      }
      count -= this.#countAt(units, start + first);
    }
    return rarest;
  }

  #countAt(units: Units, start: number): number {
    return this.#counts[scattered(sampleHash(units, start, this.#sampling)) >>> (32 - TABLE_BITS)] as number;
  }
}
