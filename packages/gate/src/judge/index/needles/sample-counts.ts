/** Cells of the table: a few for each sample, within limits. */
const MIN_BITS = 10;
const MAX_BITS = 22;
const MAX_COUNT = 255;

/** Approximate sample frequencies, in a table that doesn't distinguish colliding samples. */
export class SampleCounts {
  readonly #counts: Uint8Array;
  readonly #shift: number;

  /** `expected`: how many samples it will learn from. */
  constructor(expected: number) {
    const bits = Math.min(MAX_BITS, Math.max(MIN_BITS, Math.ceil(Math.log2(expected + 1)) + 1));
    this.#counts = new Uint8Array(1 << bits);
    this.#shift = 32 - bits;
  }

  /** Learns from the samples of a text, with this weight each. */
  add(samples: Int32Array, weight: number): void {
    const counts = this.#counts;
    const shift = this.#shift;
    for (let at = 0; at < samples.length; at++) {
      const cell = (samples[at] as number) >>> shift;
      counts[cell] = Math.min(MAX_COUNT, (counts[cell] as number) + weight);
    }
  }

  /** The rarest of the samples from `start` to `end`, `stride` apart. */
  rarest(samples: Int32Array, start: number, end: number, stride: number): number {
    let fewest = Number.POSITIVE_INFINITY;
    let rarest = start;
    for (let at = start; at < end; at += stride) {
      const count = this.#counts[(samples[at] as number) >>> this.#shift] as number;
      if (count >= fewest) continue;
      fewest = count;
      rarest = at;
    }
    return rarest;
  }
}
