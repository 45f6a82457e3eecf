import { findLiteral } from '../../text/find-literal.ts';
import { type Entry, positionOf } from './entry.ts';
import { concerns, type Probe, settles } from './probe.ts';
import { SampleCounts } from './sample-counts.ts';
import { type Sampling, sampleHash, scattered } from './sampling.ts';
import { type Units, UnitsBuilder } from './units.ts';

export type Needle = { readonly text: string; readonly entry: Entry };

// A needle is four integers in a row.
const ENTRY = 0;
const START = 1;
const LENGTH = 2;
/** Offset of the first sample it is filed under. */
const SAMPLE = 3;
const NEEDLE_BITS = 2;

/** Characters of other text to learn from: more would tell little more. */
const ENOUGH_TO_LEARN = 1 << 12;

/** Bits in the filter for every sample filed: how seldom something is compared in vain. */
const FILTER_BITS = 4;

/**
 * Many needles looked for in one pass over the text. Each is filed under its rarest samples, one for each alignment; at every
 * sample of the text one bit tells whether a needle may be there, and only then is anything compared.
 */
export class NeedleTable {
  /** The smallest position of all. */
  readonly first: number;
  readonly #sampling: Sampling;
  readonly #units: Units;
  readonly #needles: Int32Array;
  /** Hash and successor of each filed sample; samples are numbered needle by needle, from 1. */
  readonly #samples: Int32Array;
  readonly #heads: Int32Array;
  readonly #headShift: number;
  readonly #filter: Int32Array;
  readonly #filterShift: number;

  /** `needles` in the order of their positions; `like`: text that tells what is common. */
  constructor(needles: readonly Needle[], sampling: Sampling, like: Units) {
    this.#sampling = sampling;
    this.first = positionOf((needles[0] as Needle).entry);
    this.#units = unitsOf(needles);
    this.#needles = new Int32Array(needles.length << NEEDLE_BITS);
    const samples = needles.length * sampling.stride;
    const headBits = Math.max(5, Math.ceil(Math.log2(samples)));
    this.#samples = new Int32Array(2 * (samples + 1));
    this.#heads = new Int32Array(1 << headBits);
    this.#headShift = 32 - headBits;
    this.#filter = new Int32Array(1 << (headBits + FILTER_BITS - 5));
    this.#filterShift = this.#headShift - FILTER_BITS + 5;

    const counts = new SampleCounts(sampling);
    counts.add(like.subarray(0, ENOUGH_TO_LEARN));
    counts.add(this.#units);
    let start = 0;
    for (let number = 0; number < needles.length; number++) {
      const { text, entry } = needles[number] as Needle;
      const sample = counts.rarestIn(this.#units, start, text.length);
      const needle = number << NEEDLE_BITS;
      this.#needles[needle + ENTRY] = entry;
      this.#needles[needle + START] = start;
      this.#needles[needle + LENGTH] = text.length;
      this.#needles[needle + SAMPLE] = sample;
      for (let alignment = 0; alignment < sampling.stride; alignment++) {
        this.#file(
          1 + number * sampling.stride + alignment,
          sampleHash(this.#units, start + sample + alignment, sampling),
        );
      }
      start += text.length;
    }
  }

  /** The first position below `below` whose needle is in the text and whose rule matches, else `below`. */
  firstIn(probe: Probe, below: number): number {
    const { text } = probe;
    const { stride, shift } = this.#sampling;
    const filter = this.#filter;
    const filterShift = this.#filterShift;
    const search: Search = { best: below, wasted: null };
    let hash = 0;
    for (let at = 0; at < text.length - 1; at += stride) {
      hash = ((hash << shift) + (text.charCodeAt(at) << 6) + text.charCodeAt(at + 1)) | 0;
      const place = scattered(hash);
      const bits = (1 << (place >>> 12)) | (1 << (place >>> 7));
      if (((filter[place >>> filterShift] as number) & bits) === bits) this.#look(hash, at + 2, probe, search);
    }
    return search.best;
  }

  #file(sample: number, hash: number): void {
    const place = scattered(hash);
    const word = place >>> this.#filterShift;
    this.#filter[word] = (this.#filter[word] as number) | (1 << (place >>> 12)) | (1 << (place >>> 7));
    const head = place >>> this.#headShift;
    this.#samples[2 * sample] = hash;
    this.#samples[2 * sample + 1] = this.#heads[head] as number;
    this.#heads[head] = sample;
  }

  /** A sample of some needle may end before `end`. */
  #look(hash: number, end: number, probe: Probe, search: Search): void {
    const samples = this.#samples;
    const { stride, span } = this.#sampling;
    let sample = this.#heads[scattered(hash) >>> this.#headShift] as number;
    for (; sample !== 0; sample = samples[2 * sample + 1] as number) {
      if (samples[2 * sample] !== hash) continue;
      const needle = Math.floor((sample - 1) / stride) << NEEDLE_BITS;
      const alignment = (sample - 1) % stride;
      this.#tryAt(needle, end - span - alignment - (this.#needles[needle + SAMPLE] as number), probe, search);
    }
  }

  #tryAt(needle: number, from: number, probe: Probe, search: Search): void {
    const entry = this.#needles[needle + ENTRY] as number;
    const position = positionOf(entry);
    if (position >= search.best || !concerns(entry, probe) || !this.#isAt(needle, from, probe.text, search)) return;
    // The needle may come again; the rule is not tried again.
    if (probe.tried?.has(position)) return;
    if (settles(entry, probe, false)) search.best = position;
    else (probe.tried ??= new Set()).add(position);
  }

  #isAt(needle: number, from: number, text: string, search: Search): boolean {
    const length = this.#needles[needle + LENGTH] as number;
    if (from < 0 || from + length > text.length) return false;
    if (search.wasted !== null && (search.wasted.get(needle) ?? 0) > 2 * text.length) {
      return this.#searchOnce(needle, text, search.wasted);
    }
    const units = this.#units;
    const start = this.#needles[needle + START] as number;
    let same = 0;
    while (same < length && units[start + same] === text.charCodeAt(from + same)) same++;
    if (same === length) return true;
    if (same >= LONG_PARTIAL) {
      search.wasted ??= new Map();
      search.wasted.set(needle, same + (search.wasted.get(needle) ?? 0));
    }
    return false;
  }

  /** A text that nearly holds the needle all over the place: it is searched for once more, in linear time, and not again. */
  #searchOnce(needle: number, text: string, wasted: Map<number, number>): boolean {
    if (wasted.get(needle) === Number.POSITIVE_INFINITY) return false;
    wasted.set(needle, Number.POSITIVE_INFINITY);
    const start = this.#needles[needle + START] as number;
    const units = this.#units.subarray(start, start + (this.#needles[needle + LENGTH] as number));
    return findLiteral(text, textOf(units), 0) !== -1;
  }
}

const LONG_PARTIAL = 32;

/** `wasted`: characters compared in vain, by needle. */
type Search = { best: number; wasted: Map<number, number> | null };

function unitsOf(needles: readonly Needle[]): Units {
  const units = new UnitsBuilder();
  for (const { text } of needles) units.add(text, 'forwards');
  return units.taken();
}

function textOf(units: Units): string {
  let text = '';
  for (const unit of units) text += String.fromCharCode(unit);
  return text;
}
