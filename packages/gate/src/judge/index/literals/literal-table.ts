import { DIRECTORIES, type Entry, ONE_NAME, positionOf, proofOf } from '../index-parts.ts';
import { concerns, type Lookup, settles } from '../lookup.ts';
import type { Utf16 } from '../typed-arrays.ts';
import { shiftFor } from './buckets.ts';
import {
  FIRST_STRETCH,
  fewestPairs,
  goingOn,
  marked,
  mostPairs,
  rolledHash,
  rootHash,
  SIDE_BY_SIDE,
  STRETCH,
  STRIDE,
  samplesIn,
} from './literal-filter.ts';

/** Flat arrays, built by `LiteralTableBuilder`. */
export type LiteralColumns = {
  /** The literals, four integers each, sorted by bucket and then by position. */
  readonly literals: Int32Array;
  /** Where a bucket starts among the literals; the next one's start is its end. */
  readonly buckets: Int32Array;
  /** The characters of the literals. */
  readonly units: Utf16;
  /** Marks the samples of every literal, and those from which one continues into another stretch. */
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

// V8 looks up an import at every use, and these are used at every sample.
const rolled = rolledHash;
const isMarked = marked;

/** Lengths must fit. */
export const MAX_LITERAL_LENGTH = 0x7fff;

/**
 * Literals with which texts start (or, read backwards, end), indexed by their hash; many sets share one table, a root each. A
 * filter shows how long a literal there may be, and only then all the characters are hashed and looked up.
 */
export class LiteralTable {
  private readonly literals: Int32Array;
  private readonly buckets: Int32Array;
  private readonly bucketShift: number;
  private readonly units: Utf16;
  readonly filter: Int32Array;
  readonly filterShift: number;
  private readonly fewStarts: Int32Array;
  private readonly few: Int32Array;

  constructor({ literals, buckets, units, filter, fewStarts, few }: LiteralColumns) {
    this.literals = literals;
    this.buckets = buckets;
    this.bucketShift = shiftFor(buckets.length - 1);
    this.units = units;
    this.filter = filter;
    this.filterShift = shiftFor(filter.length);
    this.fewStarts = fewStarts;
    this.few = few;
  }

  /** Whether a root has too many literals to try each. */
  hasMany(root: number): boolean {
    return this.fewStarts[root] === this.fewStarts[root + 1];
  }

  /** Whether any literal has less than a pair, or starts with this pair. */
  private mayStart(root: number, step: number, { text, length }: Lookup): boolean {
    const start = rootHash(root);
    if (isMarked(this.filter, this.filterShift, start) === 1) return true;
    if (length < 2) return false;
    const at = step === 1 ? 0 : length - 1;
    const hash = rolled(start, text.charCodeAt(at), text.charCodeAt(at + step));
    return isMarked(this.filter, this.filterShift, hash) === 1;
  }

  /**
   * The first position below `below` whose literal is there and whose rule matches, else `below`. Few literals are tried one by
   * one, which is faster than hashing the text.
   */
  firstOfFew(root: number, step: number, lookup: Lookup, below: number): number {
    if (!this.mayStart(root, step, lookup)) return below;
    const end = this.fewStarts[root + 1] as number;
    for (let place = this.fewStarts[root] as number; place < end; place++) {
      const literal = this.few[place] as number;
      const position = positionOf(this.literals[literal + ENTRY] as number);
      if (position >= below) return below;
      if (this.matches(literal, step, lookup)) return position;
    }
    return below;
  }

  /** The same for a root that `hasMany`. */
  firstOfMany(root: number, step: number, lookup: Lookup, below: number): number {
    const { text, length } = lookup;
    const samples = samplesIn(length);
    // `~` rules have no literal at the ends of a text, or an empty one.
    if (samples < FIRST_STRETCH || lookup.only !== 0) return this.firstOfShort(root, step, lookup, below);
    const { filter, filterShift: shift } = this;
    const stride = step * STRIDE;
    let at = step === 1 ? 0 : length - 1;
    let hash = rootHash(root);
    let hits = isMarked(filter, shift, hash);
    hash = rolled(hash, text.charCodeAt(at), text.charCodeAt(at + step));
    hits = (hits << 1) | isMarked(filter, shift, hash);
    at += step * SIDE_BY_SIDE;
    hash = rolled(hash, text.charCodeAt(at), text.charCodeAt(at + step));
    hits = (hits << 1) | isMarked(filter, shift, hash);
    at += stride;

    let best = below;
    let sample = FIRST_STRETCH;
    for (;;) {
      if (hits !== 0) {
        best = this.lookWhere(hits, sample, root, step, lookup, best);
        hits = 0;
      }
      if (sample === samples || isMarked(filter, shift, goingOn(hash)) === 0) return best;
      const end = Math.min(sample + STRETCH, samples);
      for (; sample < end; sample++, at += stride) {
        hash = rolled(hash, text.charCodeAt(at), text.charCodeAt(at + step));
        hits = (hits << 1) | isMarked(filter, shift, hash);
      }
    }
  }

  /** Literals with at most one sample. */
  private firstOfShort(root: number, step: number, lookup: Lookup, below: number): number {
    const { text, length } = lookup;
    const { filter, filterShift: shift } = this;
    const samples = lookup.only === 0 ? samplesIn(length) : 0;
    const start = rootHash(root);
    let hits = isMarked(filter, shift, start);
    if (samples > 0) {
      const at = step === 1 ? 0 : length - 1;
      const hash = rolled(start, text.charCodeAt(at), text.charCodeAt(at + step));
      hits = (hits << 1) | isMarked(filter, shift, hash);
    }
    return hits === 0 ? below : this.lookWhere(hits, samples, root, step, lookup, below);
  }

  /** The last bit of `hits` is for literals with this many samples, the one before it for those with one less, and so on. */
  lookWhere(hits: number, samples: number, root: number, step: number, lookup: Lookup, below: number): number {
    const { text } = lookup;
    let at = step === 1 ? 0 : lookup.length - 1;
    let hash = rootHash(root);
    let best = below;
    let pair = 0;
    for (let bit = 31 - Math.clz32(hits); bit >= 0; bit--) {
      if (((hits >>> bit) & 1) === 0) continue;
      const count = samples - bit;
      const most = Math.min(mostPairs(count), lookup.length >>> 1);
      for (let pairs = fewestPairs(count); pairs <= most; pairs++) {
        for (; pair < pairs; pair++, at += 2 * step) {
          hash = rolled(hash, text.charCodeAt(at), text.charCodeAt(at + step));
        }
        best = this.look(hash, step, lookup, best);
      }
    }
    return best;
  }

  private look(hash: number, step: number, lookup: Lookup, below: number): number {
    const literals = this.literals;
    const bucket = hash >>> this.bucketShift;
    const end = (this.buckets[bucket + 1] as number) << LITERAL_BITS;
    for (let literal = (this.buckets[bucket] as number) << LITERAL_BITS; literal < end; literal += 1 << LITERAL_BITS) {
      if (literals[literal + HASH] !== hash) continue;
      const position = positionOf(literals[literal + ENTRY] as number);
      if (position >= below) return below;
      if (this.matches(literal, step, lookup)) return position;
    }
    return below;
  }

  private matches(literal: number, step: number, lookup: Lookup): boolean {
    const entry = this.literals[literal + ENTRY] as number;
    if (!concerns(entry, lookup) || !this.fits(literal, entry, step, lookup)) return false;
    return settles(entry, lookup, ((this.literals[literal + LENGTHS] as number) & 0xffff) === lookup.length);
  }

  /** Whether the text has the literal at this end and the other one, if any, at the other end, and the required part between. */
  private fits(literal: number, entry: Entry, step: number, { text, length }: Lookup): boolean {
    const lengths = this.literals[literal + LENGTHS] as number;
    const here = lengths & 0xffff;
    const there = lengths >>> 16;
    if (here + there > length) return false;
    const start = this.literals[literal + START] as number;
    if (!this.isAt(step === 1 ? 0 : length - here, start, here, text)) return false;
    if (there > 0 && !this.isAt(step === 1 ? length - there : 0, start + here, there, text)) return false;
    const from = step === 1 ? here : there;
    const to = length - (step === 1 ? there : here);
    switch (proofOf(entry)) {
      case ONE_NAME:
        // The literal at the other end contains no slash either.
        return length > 0 && text.indexOf('/', from) === -1;
      case DIRECTORIES:
        return from === to || text.charCodeAt(to - 1) === SLASH;
      default:
        return true;
    }
  }

  private isAt(from: number, start: number, length: number, text: string): boolean {
    const units = this.units;
    for (let at = 0; at < length; at++) {
      if (units[start + at] !== text.charCodeAt(from + at)) return false;
    }
    return true;
  }
}

const SLASH = 47;
