import { rolledHash } from './literal-filter.ts';

// An import is looked up at every use.
const rolled = rolledHash;

/** The hash of a text's first pairs of characters (or, read backwards, last), rolled on as far as it is asked for. */
export class PairHash {
  readonly #text: string;
  readonly #step: number;
  #at: number;
  #pairs = 0;
  #hash: number;

  constructor(text: string, step: number, start: number) {
    this.#text = text;
    this.#step = step;
    this.#at = step === 1 ? 0 : text.length - 1;
    this.#hash = start;
  }

  /** No fewer pairs than were asked for before, and no more than there are. */
  of(pairs: number): number {
    const text = this.#text;
    const step = this.#step;
    let at = this.#at;
    let hash = this.#hash;
    for (let pair = this.#pairs; pair < pairs; pair++, at += 2 * step) {
      hash = rolled(hash, text.charCodeAt(at), text.charCodeAt(at + step));
    }
    this.#at = at;
    this.#hash = hash;
    this.#pairs = pairs;
    return hash;
  }
}
