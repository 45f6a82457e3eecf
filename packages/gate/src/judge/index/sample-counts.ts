import { type Sampling, sampleHash, scattered } from './sampling.ts';
import type { Units } from './units.ts';

const TABLE_BITS = 16;
const HIGHEST = 255;

/** Roughly how common each sample is, in a fixed table that forgets which sample was which. */
export class SampleCounts {
  readonly #counts = new Uint8Array(1 << TABLE_BITS);
  readonly #sampling: Sampling;
  /** The counts along the needle looked at. */
  #latest = new Uint8Array(256);

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
    const starts = length - span + 1;
    if (starts > this.#latest.length) this.#latest = new Uint8Array(2 * starts);
    const latest = this.#latest;
    let fewest = Number.POSITIVE_INFINITY;
    let rarest = 0;
    let count = 0;
    for (let offset = 0; offset < starts; offset++) {
      latest[offset] = this.#countAt(units, start + offset);
      count += latest[offset] as number;
      const first = offset - stride + 1;
      if (first < 0) continue;
      if (count < fewest) {
        fewest = count;
        rarest = first;
      }
      count -= latest[first] as number;
    }
    return rarest;
  }

  #countAt(units: Units, start: number): number {
    return this.#counts[scattered(sampleHash(units, start, this.#sampling)) >>> (32 - TABLE_BITS)] as number;
  }
}
