import { positionOf, VERIFY, withProof } from '../index-parts.ts';
import { bucketStarts, bucketsFor, shiftFor, sortedPlaces } from '../literals/buckets.ts';
import { type Utf16, utf16Of } from '../typed-arrays.ts';
import type { Needle, NeedleIndexData } from './needle-index.ts';
import {
  CLUE,
  clue,
  ENTRY,
  filterBits,
  HASH,
  LENGTH,
  MAX_NEEDLE_LENGTH,
  NEEDLE,
  type NeedleColumns,
  OF,
  PLACE,
  SAMPLE,
  START,
} from './needle-table.ts';
import { SampleCounts } from './sample-counts.ts';
import { SAMPLINGS, type Sampling, SPARSEST, samplesOf } from './sampling.ts';

/** Up to this number, searching each needle separately is faster than one pass for all. */
const FEW = 2;

/** So many that the text is searched for all of them in one pass. */
export function isLarge(needles: readonly Needle[]): boolean {
  return needles.length > FEW;
}

/** `needles` in the order of their positions; `like`: text similar to the texts to be searched, for sample frequencies. */
export function needleIndexData(needles: readonly Needle[], like: Utf16): NeedleIndexData {
  let sparse: NeedleColumns | null = null;
  const tables: NeedleColumns[] = [];
  const plain: Needle[] = [];
  let rest = needles.map(shortened);
  for (const sampling of SAMPLINGS) {
    const fitting = rest.filter(({ text }) => text.length >= sampling.shortest);
    rest = rest.filter(({ text }) => text.length < sampling.shortest);
    if (!isLarge(fitting)) plain.push(...fitting);
    else if (sampling === SPARSEST) sparse = fillNeedleTable(fitting, sampling, like);
    else tables.push(fillNeedleTable(fitting, sampling, like));
  }
  plain.push(...rest);
  return { plain: plain.sort((one, other) => positionOf(one.entry) - positionOf(other.entry)), sparse, tables };
}

function shortened({ text, entry }: Needle): Needle {
  if (text.length <= MAX_NEEDLE_LENGTH) return { text, entry };
  return { text: text.slice(0, MAX_NEEDLE_LENGTH), entry: withProof(entry, VERIFY) };
}

/** Characters of other text to learn from: more would add little. */
const MAX_LEARNED_LENGTH = 1 << 20;

/** Samples that are common in texts cause many useless lookups; those common in needles only make lookups longer. */
const IN_OTHER_TEXT = 8;

/** Buckets per integer of the filter: how rarely one is searched without a match. */
const BUCKETS_PER_INTEGER = 2;

/** `needles` in the order of their positions, none too short to be sampled; `like`: text with typical frequencies. */
function fillNeedleTable(needles: readonly Needle[], sampling: Sampling, like: Utf16): NeedleColumns {
  const { needles: columns, units } = packNeedles(needles);
  const inNeedles = samplesOf(units, sampling);
  const inOtherText = samplesOf(like.subarray(0, MAX_LEARNED_LENGTH), sampling);
  const counts = new SampleCounts(inNeedles.length + inOtherText.length);
  counts.add(inOtherText, IN_OTHER_TEXT);
  counts.add(inNeedles, 1);

  const chosen = rarestStarts(columns, inNeedles, counts, sampling);
  const hashes = chosen.map((start) => inNeedles[start] as number);
  const buckets = bucketStarts(hashes, bucketsFor(hashes.length));
  const samples = sortedSamples(columns, units, chosen, hashes, sortedPlaces(hashes, buckets));
  return { sampling, needles: columns, units, samples, buckets, filter: filterOf(hashes, buckets) };
}

/** Where in the units the samples of each needle start, one for each alignment. */
function rarestStarts(
  columns: Int32Array,
  inNeedles: Int32Array,
  counts: SampleCounts,
  { stride, span }: Sampling,
): Int32Array {
  const chosen = new Int32Array((columns.length / NEEDLE) * stride);
  for (let needle = 0, filed = 0; needle < columns.length; needle += NEEDLE) {
    const start = columns[needle + START] as number;
    const end = start + (columns[needle + LENGTH] as number) - span + 1;
    for (let alignment = 0; alignment < stride; alignment++, filed++) {
      chosen[filed] = counts.rarest(inNeedles, start + alignment, end, stride);
    }
  }
  return chosen;
}

function filterOf(hashes: Int32Array, buckets: Int32Array): Int32Array {
  const filter = new Int32Array((buckets.length - 1) / BUCKETS_PER_INTEGER);
  const shift = shiftFor(filter.length);
  for (let filed = 0; filed < hashes.length; filed++) {
    const hash = hashes[filed] as number;
    filter[hash >>> shift] = (filter[hash >>> shift] as number) | filterBits(hash);
  }
  return filter;
}

function sortedSamples(
  columns: Int32Array,
  units: Utf16,
  chosen: Int32Array,
  hashes: Int32Array,
  places: Int32Array,
): Int32Array {
  const stride = hashes.length / (columns.length / NEEDLE);
  const samples = new Int32Array(hashes.length * SAMPLE);
  for (let needle = 0, filed = 0; needle < columns.length; needle += NEEDLE) {
    const start = columns[needle + START] as number;
    const length = columns[needle + LENGTH] as number;
    const hint = clue(units[start] as number, units[start + length - 1] as number);
    for (let alignment = 0; alignment < stride; alignment++, filed++) {
      const sample = (places[filed] as number) * SAMPLE;
      samples[sample + HASH] = hashes[filed] as number;
      samples[sample + OF] = needle;
      samples[sample + PLACE] = (((chosen[filed] as number) - start) << 16) | length;
      samples[sample + CLUE] = hint;
    }
  }
  return samples;
}

function packNeedles(needles: readonly Needle[]): { needles: Int32Array; units: Utf16 } {
  const columns = new Int32Array(needles.length * NEEDLE);
  let start = 0;
  for (let number = 0; number < needles.length; number++) {
    const { text, entry } = needles[number] as Needle;
    columns[number * NEEDLE + ENTRY] = entry;
    columns[number * NEEDLE + START] = start;
    columns[number * NEEDLE + LENGTH] = text.length;
    start += text.length;
  }
  return { needles: columns, units: utf16Of(needles.map(({ text }) => text)) };
}
