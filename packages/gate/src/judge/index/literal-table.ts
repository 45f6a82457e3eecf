import { shiftFor } from './buckets.ts';
import { DIRECTORIES, type Entry, ONE_NAME, positionOf, proofOf } from './entry.ts';
import { BLOCK, blockFor, goingOn, isMarked, nextPause, rolledHash, rootHash } from './literal-filter.ts';
import { concerns, type Probe, settles } from './probe.ts';
import type { Units } from './units.ts';

/** Which end of a text its characters are read from. */
export type Direction = 'forwards' | 'backwards';

/** Flat arrays, made by `LiteralTableBuilder`. */
export type LiteralColumns = {
  /** What is filed, four integers each, sorted by bucket and then by position. */
  readonly literals: Int32Array;
  /** Where a bucket starts among the literals; the next one's start is its end. */
  readonly buckets: Int32Array;
  /** The characters of the literals. */
  readonly units: Units;
  /** Marks every literal, and every prefix from which a literal goes on behind a pause. */
  readonly filter: Int32Array;
  /** The literals of a root that has few of them: from `fewStarts[root]` on in `few`, in the order of their positions. */
  readonly fewStarts: Int32Array;
  readonly few: Int32Array;
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
 * text's own hash rolls along it by pairs of characters, and a mark tells whether a literal may end with or behind a pair.
 */
export class LiteralTable {
  readonly #literals: Int32Array;
  readonly #buckets: Int32Array;
  readonly #bucketShift: number;
  readonly #units: Units;
  readonly #filter: Int32Array;
  readonly #blockShift: number;
  readonly #fewStarts: Int32Array;
  readonly #few: Int32Array;

  constructor({ literals, buckets, units, filter, fewStarts, few }: LiteralColumns) {
    this.#literals = literals;
    this.#buckets = buckets;
    this.#bucketShift = shiftFor(buckets.length - 1);
    this.#units = units;
    this.#filter = filter;
    this.#blockShift = shiftFor(filter.length / BLOCK);
    this.#fewStarts = fewStarts;
    this.#few = few;
  }

  /** The first position below `below` whose literal is there and whose rule matches, else `below`. */
  first(root: number, direction: Direction, probe: Probe, below: number): number {
    const step = direction === 'forwards' ? 1 : -1;
    const few = this.#fewStarts[root] as number;
    const fewEnd = this.#fewStarts[root + 1] as number;
    if (few === fewEnd) return this.#firstOfMany(root, step, probe, below);
    return this.#mayStart(root, step, probe) ? this.#firstOfFew(few, fewEnd, step, probe, below) : below;
  }

  /** Whether any literal has less than a pair, or starts with this pair. */
  #mayStart(root: number, step: number, { text, length }: Probe): boolean {
    const start = rootHash(root);
    if (isMarked(this.#filter, blockFor(start, this.#blockShift), start)) return true;
    if (length < 2) return false;
    const at = step === 1 ? 0 : length - 1;
    const hash = rolledHash(start, text.charCodeAt(at), text.charCodeAt(at + step));
    const block = blockFor(hash, this.#blockShift);
    return isMarked(this.#filter, block, hash) || isMarked(this.#filter, block, goingOn(hash));
  }

  /** Trying each is quicker than hashing the text. */
  #firstOfFew(start: number, end: number, step: number, probe: Probe, below: number): number {
    for (let place = start; place < end; place++) {
      const literal = this.#few[place] as number;
      const position = positionOf(this.#literals[literal + ENTRY] as number);
      if (position >= below) return below;
      if (this.#matches(literal, step, probe)) return position;
    }
    return below;
  }

  #firstOfMany(root: number, step: number, probe: Probe, below: number): number {
    const { text, length } = probe;
    const filter = this.#filter;
    // `~` rules have no literal at the ends of a text, or an empty one.
    const pairs = probe.only === 0 ? length >>> 1 : 0;
    let at = step === 1 ? 0 : length - 1;
    let hash = rootHash(root);
    let block = blockFor(hash, this.#blockShift);
    let best = isMarked(filter, block, hash) ? this.#look(hash, step, probe, below) : below;
    for (let pair = 0, pause = 0; pair < pairs && isMarked(filter, block, goingOn(hash)); ) {
      pause = nextPause(pause);
      const end = pause < pairs ? pause : pairs;
      for (let isFirst = true; pair < end; pair++, at += 2 * step, isFirst = false) {
        hash = rolledHash(hash, text.charCodeAt(at), text.charCodeAt(at + step));
        if (isFirst) block = blockFor(hash, this.#blockShift);
        if (isMarked(filter, block, hash)) best = this.#look(hash, step, probe, best);
      }
    }
    return best;
  }

  #look(hash: number, step: number, probe: Probe, below: number): number {
    const literals = this.#literals;
    const bucket = hash >>> this.#bucketShift;
    const end = (this.#buckets[bucket + 1] as number) << LITERAL_BITS;
    for (let literal = (this.#buckets[bucket] as number) << LITERAL_BITS; literal < end; literal += 1 << LITERAL_BITS) {
      if (literals[literal + HASH] !== hash) continue;
      const position = positionOf(literals[literal + ENTRY] as number);
      if (position >= below) return below;
      if (this.#matches(literal, step, probe)) return position;
    }
    return below;
  }

  #matches(literal: number, step: number, probe: Probe): boolean {
    const entry = this.#literals[literal + ENTRY] as number;
    if (!concerns(entry, probe) || !this.#fits(literal, entry, step, probe)) return false;
    return settles(entry, probe, ((this.#literals[literal + LENGTHS] as number) & 0xffff) === probe.length);
  }

  /** Whether the text has the literal at this end and the other one, if any, at the other end, and the right thing between. */
  #fits(literal: number, entry: Entry, step: number, { text, length }: Probe): boolean {
    const lengths = this.#literals[literal + LENGTHS] as number;
    const here = lengths & 0xffff;
    const there = lengths >>> 16;
    if (here + there > length) return false;
    const start = this.#literals[literal + START] as number;
    if (!this.#isAt(step === 1 ? 0 : length - here, start, here, text)) return false;
    if (there > 0 && !this.#isAt(step === 1 ? length - there : 0, start + here, there, text)) return false;
    const from = step === 1 ? here : there;
    const to = length - (step === 1 ? there : here);
    switch (proofOf(entry)) {
      case ONE_NAME:
        // No slash stands in the literal behind it either.
        return length > 0 && text.indexOf('/', from) === -1;
      case DIRECTORIES:
        return from === to || text.charCodeAt(to - 1) === SLASH;
      default:
        return true;
    }
  }

  #isAt(from: number, start: number, length: number, text: string): boolean {
    const units = this.#units;
    for (let at = 0; at < length; at++) {
      if (units[start + at] !== text.charCodeAt(from + at)) return false;
    }
    return true;
  }
}

const SLASH = 47;
