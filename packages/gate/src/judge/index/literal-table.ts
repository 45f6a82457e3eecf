import { DIRECTORIES, type Entry, ONE_NAME, positionOf, proofOf } from './entry.ts';
import { concerns, type Probe, settles } from './probe.ts';

/** Which end of a text its characters are read from. */
export type Direction = 'forwards' | 'backwards';

/** Flat arrays, made by `LiteralTableBuilder`. */
export type LiteralColumns = {
  /** What is filed, four integers each, sorted by bucket and then by position. */
  readonly literals: Int32Array;
  /** Where a bucket starts among the literals; the next one's start is its end. */
  readonly buckets: Int32Array;
  /** The characters of the literals, each as it is read: from its end of the text inwards. */
  readonly units: Uint16Array;
  /** A bit for every hash that is there, and for some prefixes that go on. */
  readonly filter: Int32Array;
};

/** Of the whole pairs in the literal. */
export const HASH = 0;
export const ENTRY = 1;
/** Where its characters start. */
export const START = 2;
/** Its length in the lower half; in the upper, that of the literal at the other end of the text, which follows it. */
export const LENGTHS = 3;
export const LITERAL_BITS = 2;

/** Lengths must fit. */
export const LONGEST_LITERAL = 0x7fff;

/**
 * Literals by which texts start (or, read backwards, end), filed by their hash; many sets share one table, a root each. The
 * text's own hash rolls along it by pairs of characters, and one bit tells whether a literal may end with or behind a pair.
 */
export class LiteralTable {
  readonly #literals: Int32Array;
  readonly #buckets: Int32Array;
  readonly #bucketShift: number;
  readonly #units: Uint16Array;
  readonly #filter: Int32Array;
  readonly #filterShift: number;

  constructor({ literals, buckets, units, filter }: LiteralColumns) {
    this.#literals = literals;
    this.#buckets = buckets;
    this.#bucketShift = shiftFor(buckets.length - 1);
    this.#units = units;
    this.#filter = filter;
    this.#filterShift = shiftFor(filter.length * 32);
  }

  /** The first position below `below` whose literal is there and whose rule matches, else `below`. */
  first(root: number, direction: Direction, probe: Probe, below: number): number {
    const { text } = probe;
    const filter = this.#filter;
    const filterShift = this.#filterShift;
    const pairs = text.length >>> 1;
    const step = direction === 'forwards' ? 1 : -1;
    let at = direction === 'forwards' ? 0 : text.length - 1;
    let best = below;
    let hash = rootHash(root);
    let bit = hash >>> filterShift;
    if (((filter[bit >>> 5] as number) & (1 << bit)) !== 0) best = this.#look(hash, step, probe, best);
    // After one pair, two, four and so on: does any literal go on from here?
    for (let pair = 0, pause = 1; ; pause *= 2) {
      for (const end = pause < pairs ? pause : pairs; pair < end; pair++, at += 2 * step) {
        hash = rolledHash(hash, text.charCodeAt(at), text.charCodeAt(at + step));
        bit = hash >>> filterShift;
        if (((filter[bit >>> 5] as number) & (1 << bit)) !== 0) best = this.#look(hash, step, probe, best);
      }
      bit = goingOn(hash) >>> filterShift;
      if (pair === pairs || ((filter[bit >>> 5] as number) & (1 << bit)) === 0) return best;
    }
  }

  #look(hash: number, step: number, probe: Probe, below: number): number {
    const literals = this.#literals;
    const bucket = hash >>> this.#bucketShift;
    const end = (this.#buckets[bucket + 1] as number) << LITERAL_BITS;
    for (let literal = (this.#buckets[bucket] as number) << LITERAL_BITS; literal < end; literal += 1 << LITERAL_BITS) {
      if (literals[literal + HASH] !== hash) continue;
      const entry = literals[literal + ENTRY] as number;
      const position = positionOf(entry);
      if (position >= below) return below;
      if (!concerns(entry, probe) || !this.#fits(literal, entry, step, probe.text)) continue;
      const length = (literals[literal + LENGTHS] as number) & 0xffff;
      if (settles(entry, probe, length === probe.text.length)) return position;
    }
    return below;
  }

  /** Whether the text has the literal at this end and the other one, if any, at the other end, and the right thing between. */
  #fits(literal: number, entry: Entry, step: number, text: string): boolean {
    const lengths = this.#literals[literal + LENGTHS] as number;
    const here = lengths & 0xffff;
    const there = lengths >>> 16;
    if (here + there > text.length) return false;
    const start = this.#literals[literal + START] as number;
    const last = text.length - 1;
    if (!this.#isAt(step === 1 ? 0 : last, step, start, here, text)) return false;
    if (there > 0 && !this.#isAt(step === 1 ? last : 0, -step, start + here, there, text)) return false;
    const from = step === 1 ? here : there;
    const to = text.length - (step === 1 ? there : here);
    switch (proofOf(entry)) {
      case ONE_NAME:
        return text.lastIndexOf('/', to - 1) < from;
      case DIRECTORIES:
        return from === to || text.charCodeAt(to - 1) === SLASH;
      default:
        return true;
    }
  }

  #isAt(from: number, step: number, start: number, length: number, text: string): boolean {
    const units = this.#units;
    for (let unit = start, at = from; unit < start + length; unit++, at += step) {
      if (units[unit] !== text.charCodeAt(at)) return false;
    }
    return true;
  }
}

const SLASH = 47;
const FACTOR = 0x9e3779b1;

/** Every root's literals start from a hash of their own. */
export function rootHash(root: number): number {
  return Math.imul(root + 1, FACTOR);
}

export function rolledHash(hash: number, unit: number, next: number): number {
  return Math.imul(hash + (unit << 16) + next, FACTOR);
}

/** The hash of "this prefix, and more". */
export function goingOn(hash: number): number {
  return hash ^ 0x5bd1e995;
}

/** From a hash to a number below `size`, a power of two: its upper bits. */
export function shiftFor(size: number): number {
  return 32 - Math.log2(size);
}
