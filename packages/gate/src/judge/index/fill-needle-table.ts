import { bucketStarts, bucketsFor, shiftFor, sortedPlaces } from './buckets.ts';
import type { Entry } from './entry.ts';
import { CLUE, clue, ENTRY, filterBits, HASH, LENGTH, NEEDLE, NeedleTable, OF, SAMPLE, START } from './needle-table.ts';
import { SampleCounts } from './sample-counts.ts';
import { type Sampling, samplesOf } from './sampling.ts';
import { type Units, unitsOf } from './units.ts';

export type Needle = { readonly text: string; readonly entry: Entry };

/** Characters of other text to learn from: more would tell little more. */
const ENOUGH_TO_LEARN = 1 << 12;

/** Buckets to an integer of the filter: how seldom one is looked into in vain. */
const BUCKETS_PER_INTEGER = 2;

/** `needles` in the order of their positions, none too short to be sampled; `like`: text that tells what is common. */
export function fillNeedleTable(needles: readonly Needle[], sampling: Sampling, like: Units): NeedleTable {
  const { needles: columns, units } = packNeedles(needles);
  const inNeedles = samplesOf(units, sampling);
  const counts = new SampleCounts();
  counts.add(samplesOf(like.subarray(0, ENOUGH_TO_LEARN), sampling));
  counts.add(inNeedles);

  const { stride, span } = sampling;
  const count = needles.length * stride;
  const bucketCount = bucketsFor(count);
  const filter = new Int32Array(bucketCount / BUCKETS_PER_INTEGER);
  const filterShift = shiftFor(filter.length);
  const hashes = new Int32Array(count);
  const offsets = new Int32Array(needles.length);
  for (let number = 0; number < needles.length; number++) {
    const start = columns[number * NEEDLE + START] as number;
    const end = start + (columns[number * NEEDLE + LENGTH] as number) - span + 1;
    const rarest = counts.rarest(inNeedles, start, end, stride);
    offsets[number] = rarest - start;
    for (let alignment = 0; alignment < stride; alignment++) {
      const place = inNeedles[rarest + alignment] as number;
      hashes[number * stride + alignment] = place;
      const integer = place >>> filterShift;
      filter[integer] = (filter[integer] as number) | filterBits(place);
    }
  }

  const buckets = bucketStarts(hashes, bucketCount);
  const places = sortedPlaces(hashes, buckets);
  const samples = new Int32Array(count * SAMPLE);
  for (let number = 0, filed = 0; number < needles.length; number++) {
    const start = columns[number * NEEDLE + START] as number;
    const hint = clue(units[start] as number, units[start + 1] as number);
    for (let alignment = 0; alignment < stride; alignment++, filed++) {
      const sample = (places[filed] as number) * SAMPLE;
      samples[sample + HASH] = hashes[filed] as number;
      samples[sample + OF] = number * NEEDLE;
      samples[sample + CLUE] = (((offsets[number] as number) + alignment) << 16) | hint;
    }
  }
  return new NeedleTable({ sampling, needles: columns, units, samples, buckets, filter });
}

function packNeedles(needles: readonly Needle[]): { needles: Int32Array; units: Units } {
  const columns = new Int32Array(needles.length * NEEDLE);
  let start = 0;
  for (let number = 0; number < needles.length; number++) {
    const { text, entry } = needles[number] as Needle;
    columns[number * NEEDLE + ENTRY] = entry;
    columns[number * NEEDLE + START] = start;
    columns[number * NEEDLE + LENGTH] = text.length;
    start += text.length;
  }
  return { needles: columns, units: unitsOf(needles.map(({ text }) => text)) };
}
