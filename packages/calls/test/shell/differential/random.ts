/** The same choices for the same seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to, but not including, `end`. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  pick<Choice>(choices: readonly Choice[]): Choice {
    return choices[this.below(choices.length)] as Choice;
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }
}
