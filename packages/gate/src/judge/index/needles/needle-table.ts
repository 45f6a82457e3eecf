import { findLiteral } from '@caliban/calls/globs';
import { positionOf } from '../index-parts.ts';
import { shiftFor } from '../literals/buckets.ts';
import { concerns, type Lookup, settles } from '../lookup.ts';
import type { Utf16 } from '../typed-arrays.ts';
import { rolledSample, type Sampling, scattered } from './sampling.ts';

/** Flat arrays, built by `needleIndexData`. */
export type NeedleColumns = {
  readonly sampling: Sampling;
  /** Entry, start of the characters, and their number: three integers each, in the order of their positions. */
  readonly needles: Int32Array;
  readonly units: Utf16;
  /** The samples of the needles, four integers each, sorted by bucket. */
  readonly samples: Int32Array;
  /** Where a bucket starts among the samples; the next one's start is its end. */
  readonly buckets: Int32Array;
  /** Every sample sets two bits of one integer. */
  readonly filter: Int32Array;
};

export const ENTRY = 0;
export const START = 1;
export const LENGTH = 2;
export const NEEDLE = 3;

export const HASH = 0;
/** The needle's index. */
export const OF = 1;
/** The upper half: where in the needle it starts; the lower half: the needle's length. */
export const PLACE = 2;
/** The needle's first and last character. */
export const CLUE = 3;
export const SAMPLE = 4;

/** Offsets must fit. */
export const MAX_NEEDLE_LENGTH = 0x7fff;

// V8 looks up an import or export at every use, and these are used at every sample.
const scatter = scattered;
const rolled = rolledSample;
const bitsOf = filterBits;

/**
 * Searches for many needles in one pass over the text. Each is indexed by its rarest samples, one for each alignment; at every
 * sample of the text two bits show whether a needle may be there, and only then anything is compared.
 */
export class NeedleTable {
  /** The smallest position of all. */
  readonly first: number;
  readonly sampling: Sampling;
  readonly filter: Int32Array;
  readonly filterShift: number;
  private readonly needles: Int32Array;
  private readonly units: Utf16;
  private readonly samples: Int32Array;
  private readonly buckets: Int32Array;
  private readonly bucketShift: number;

  constructor({ sampling, needles, units, samples, buckets, filter }: NeedleColumns) {
    this.first = positionOf(needles[ENTRY] as number);
    this.sampling = sampling;
    this.needles = needles;
    this.units = units;
    this.samples = samples;
    this.buckets = buckets;
    this.bucketShift = shiftFor(buckets.length - 1);
    this.filter = filter;
    this.filterShift = shiftFor(filter.length);
  }

  /** The first position below `below` whose needle is in the text and whose rule matches, else `below`. */
  firstIn(lookup: Lookup, below: number): number {
    return this.firstFrom(0, 0, null, lookup, below);
  }

  /** Continues a pass over the text from its current state: the rolling hash so far, and the matches found. */
  firstFrom(start: number, rolledSoFar: number, found: Search | null, lookup: Lookup, below: number): number {
    const { text } = lookup;
    const last = text.length - 1;
    const { stride, shift } = this.sampling;
    const filter = this.filter;
    const filterShift = this.filterShift;
    let search = found;
    let hash = rolledSoFar;
    for (let at = start; ; at += stride) {
      let place = 0;
      // A loop without calls is faster.
      for (; at < last; at += stride) {
        hash = rolled(hash, shift, text.charCodeAt(at), text.charCodeAt(at + 1));
        place = scatter(hash);
        const bits = bitsOf(place);
        if (((filter[place >>> filterShift] as number) & bits) === bits) break;
      }
      if (at >= last) break;
      search ??= newSearch(below);
      this.look(place, at + 2, lookup, search);
      if (search.done * NEEDLE === this.needles.length) break;
    }
    return search === null || search.best > below ? below : search.best;
  }

  /** A sample of some needle may end before `end`. */
  look(hash: number, end: number, lookup: Lookup, search: Search): void {
    if (search.dead?.has(hash)) return;
    const { text } = lookup;
    const samples = this.samples;
    const bucket = hash >>> this.bucketShift;
    const last = (this.buckets[bucket + 1] as number) * SAMPLE;
    let isAlive = false;
    for (let sample = (this.buckets[bucket] as number) * SAMPLE; sample < last; sample += SAMPLE) {
      if (samples[sample + HASH] !== hash) continue;
      const needle = samples[sample + OF] as number;
      if (search.wasted?.get(needle) === DONE) continue;
      isAlive = true;
      const place = samples[sample + PLACE] as number;
      const from = end - this.sampling.span - (place >>> 16);
      const to = from + (place & 0xffff);
      if (from < 0 || to > lookup.length) continue;
      if (samples[sample + CLUE] !== clue(text.charCodeAt(from), text.charCodeAt(to - 1))) continue;
      this.tryAt(needle, from, lookup, search);
    }
    if (!isAlive && search.wasted !== null) (search.dead ??= new Set()).add(hash);
  }

  private tryAt(needle: number, from: number, lookup: Lookup, search: Search): void {
    const entry = this.needles[needle + ENTRY] as number;
    if (positionOf(entry) >= search.best || !concerns(entry, lookup)) return;
    const same = this.commonLength(needle, from, lookup);
    const isThere = same === this.needles[needle + LENGTH];
    if (isThere && this.settles(entry, lookup)) search.best = positionOf(entry);
    else if (++search.failures > MANY_FAILURES) this.tire(needle, isThere ? DONE : same + PER_TRY, lookup, search);
  }

  /** The needle may occur again; the rule isn't tried again. */
  private settles(entry: number, lookup: Lookup): boolean {
    const position = positionOf(entry);
    if (lookup.tried?.has(position)) return false;
    if (settles(entry, lookup, false)) return true;
    (lookup.tried ??= new Set()).add(position);
    return false;
  }

  /** How long text and needle are equal, with the needle at `from`. */
  private commonLength(needle: number, from: number, lookup: Lookup): number {
    const { text } = lookup;
    const units = this.units;
    const start = this.needles[needle + START] as number;
    const length = this.needles[needle + LENGTH] as number;
    let same = 0;
    while (same < length && units[start + same] === text.charCodeAt(from + same)) same++;
    return same;
  }

  /**
   * The text is full of near matches. A needle that was compared unsuccessfully for longer than a linear search would take is
   * searched linearly once, and then removed.
   */
  private tire(needle: number, effort: number, lookup: Lookup, search: Search): void {
    search.wasted ??= new Map();
    const wasted = effort + (search.wasted.get(needle) ?? 0);
    const isDone = wasted > lookup.length;
    search.wasted.set(needle, isDone ? DONE : wasted);
    if (isDone) search.done++;
    if (!isDone || effort === DONE) return;
    const entry = this.needles[needle + ENTRY] as number;
    const start = this.needles[needle + START] as number;
    const units = this.units.subarray(start, start + (this.needles[needle + LENGTH] as number));
    const isThere = findLiteral(lookup.text, textOf(units), 0) !== -1;
    if (isThere && this.settles(entry, lookup)) search.best = positionOf(entry);
  }
}

const MANY_FAILURES = 64;
/** The fixed cost of a comparison, in characters. */
const PER_TRY = 8;
const DONE = Number.POSITIVE_INFINITY;

/** The state of a search through one text. */
export type Search = {
  best: number;
  failures: number;
  /** After many failures: characters compared unsuccessfully, by needle. */
  wasted: Map<number, number> | null;
  /** How many needles are removed, and samples whose needles all are. */
  done: number;
  dead: Set<number> | null;
};

export function newSearch(best: number): Search {
  return { best, failures: 0, wasted: null, done: 0, dead: null };
}

/** Two characters in one integer. */
export function clue(first: number, last: number): number {
  return (first << 16) | last;
}

/** The two bits of its integer in the filter that a sample sets. */
export function filterBits(place: number): number {
  return (1 << (place >>> 12)) | (1 << (place >>> 7));
}

function textOf(units: Utf16): string {
  let text = '';
  for (const unit of units) text += String.fromCharCode(unit);
  return text;
}
