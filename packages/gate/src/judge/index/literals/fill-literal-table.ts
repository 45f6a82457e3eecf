import type { Utf16 } from '../typed-arrays.ts';
import { bucketStarts, bucketsFor, shiftFor, sortedPlaces } from './buckets.ts';
import { endsStretch, goingOn, mark, rolledHash, rootHash, SIDE_BY_SIDE, STRIDE, samplesIn } from './literal-filter.ts';
import { ENTRY, HASH, LENGTHS, LITERAL_BITS, type LiteralColumns, START } from './literal-table.ts';
import type { Root } from './literal-table-builder.ts';

/** Integers for each literal: as in the table, except for the root, which is in the hash's place. */
export const LITERAL: number = 1 << LITERAL_BITS;
export const ROOT: number = HASH;

/** Integers of the filter per bucket: how rarely one is searched without a match. */
const INTEGERS_PER_BUCKET = 1;

/** This many literals of a root are tried one by one. */
export const FEW = 8;

/** A table of literals that were added in the order of their positions. */
export function fillLiteralTable(added: Int32Array, units: Utf16, roots: readonly Root[]): LiteralColumns {
  const bucketCount = bucketsFor(added.length / LITERAL);
  const hashes = hashAll(added, units, roots);
  const buckets = bucketStarts(hashes, bucketCount);
  const places = sortedPlaces(hashes, buckets);
  const literals = sortedLiterals(added, hashes, places);
  const filter = filterOf(added, units, roots, bucketCount * INTEGERS_PER_BUCKET);
  return { literals, buckets, units, filter, ...fewByRoot(roots, places) };
}

function sortedLiterals(added: Int32Array, hashes: Int32Array, places: Int32Array): Int32Array {
  const literals = new Int32Array(added.length);
  for (let number = 0; number < hashes.length; number++) {
    const from = number * LITERAL;
    const place = (places[number] as number) * LITERAL;
    literals[place + HASH] = hashes[number] as number;
    literals[place + ENTRY] = added[from + ENTRY] as number;
    literals[place + START] = added[from + START] as number;
    literals[place + LENGTHS] = added[from + LENGTHS] as number;
  }
  return literals;
}

/** The hash of all pairs of every literal. */
function hashAll(added: Int32Array, units: Utf16, roots: readonly Root[]): Int32Array {
  const hashes = new Int32Array(added.length / LITERAL);
  for (let number = 0; number < hashes.length; number++) {
    const root = added[number * LITERAL + ROOT] as number;
    const start = added[number * LITERAL + START] as number;
    const length = (added[number * LITERAL + LENGTHS] as number) & 0xffff;
    const step = roots[root]?.direction === 'forwards' ? 1 : -1;
    let unit = step === 1 ? start : start + length - 1;
    let hash = rootHash(root);
    for (let pair = 0; pair < length >>> 1; pair++, unit += 2 * step) {
      hash = rolledHash(hash, units[unit] as number, units[unit + step] as number);
    }
    hashes[number] = hash;
  }
  return hashes;
}

/** Marks the samples of every literal; for a root with few literals, only their first characters. */
function filterOf(added: Int32Array, units: Utf16, roots: readonly Root[], size: number): Int32Array {
  const filter = new Int32Array(size);
  const shift = shiftFor(size);
  for (let literal = 0; literal < added.length; literal += LITERAL) {
    const root = added[literal + ROOT] as number;
    const start = added[literal + START] as number;
    const length = (added[literal + LENGTHS] as number) & 0xffff;
    const { direction, first } = roots[root] as Root;
    const step = direction === 'forwards' ? 1 : -1;
    const samples = first.length > FEW ? samplesIn(length) : Math.min(1, samplesIn(length));
    let unit = step === 1 ? start : start + length - 1;
    let hash = rootHash(root);
    for (let sample = 0; sample < samples; sample++) {
      if (endsStretch(sample)) mark(filter, shift, goingOn(hash));
      hash = rolledHash(hash, units[unit] as number, units[unit + step] as number);
      unit += (sample === 0 ? SIDE_BY_SIDE : STRIDE) * step;
    }
    mark(filter, shift, hash);
  }
  return filter;
}

/** The indexes of the literals of every root that has few, root by root. */
function fewByRoot(roots: readonly Root[], places: Int32Array): Pick<LiteralColumns, 'fewStarts' | 'few'> {
  const fewStarts = new Int32Array(roots.length + 1);
  const few: number[] = [];
  for (const [number, { first }] of roots.entries()) {
    if (first.length <= FEW) few.push(...first.map((literal) => (places[literal] as number) * LITERAL));
    fewStarts[number + 1] = few.length;
  }
  return { fewStarts, few: Int32Array.from(few) };
}
