import { type Sampling, sampleHash, scattered } from './sampling.ts';

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
  add(units: Uint16Array): void {
    const counts = this.#counts;
    const sampling = this.#sampling;
    for (let at = 0; at + sampling.span <= units.length; at++) {
      const cell = scattered(sampleHash(units, at, sampling)) >>> (32 - TABLE_BITS);
      const count = counts[cell] as number;
      if (count < HIGHEST) counts[cell] = count + 1;
    }
  }

  /** Where in the needle its samples are rarest: there and behind it start as many as there are alignments. */
  rarestIn(units: Uint16Array, start: number, length: number): number {
    const { stride, span } = this.#sampling;
    let fewest = Number.POSITIVE_INFINITY;
    let rarest = 0;
    for (let offset = 0; offset + span + stride - 1 <= length; offset++) {
      let count = 0;
      for (let alignment = 0; alignment < stride; alignment++) {
        const hash = sampleHash(units, start + offset + alignment, this.#sampling);
        count += this.#counts[scattered(hash) >>> (32 - TABLE_BITS)] as number;
      }
      if (count >= fewest) continue;
      fewest = count;
      rarest = offset;
    }
    return rarest;
  }
}
