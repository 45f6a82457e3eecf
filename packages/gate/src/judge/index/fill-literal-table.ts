import { bucketStarts, bucketsFor, shiftFor, sortedPlaces } from './buckets.ts';
import { BLOCK, blockFor, goingOn, mark, nextPause, rolledHash, rootHash } from './literal-filter.ts';
import {
  type Direction,
  ENTRY,
  HASH,
  LENGTHS,
  LITERAL_BITS,
  type LiteralColumns,
  LiteralTable,
  START,
} from './literal-table.ts';
import type { Units } from './units.ts';

/** Integers for each literal: as in the table, but for the root, which stands where the hash will. */
export const LITERAL: number = 1 << LITERAL_BITS;
export const ROOT: number = HASH;

/** Integers of the filter for every bucket: how seldom one is looked into in vain. */
const INTEGERS_PER_BUCKET = 1;

/** So many literals of a root are tried one by one. */
const FEW = 8;

/** A table of literals that were added in the order of their positions. */
export function fillLiteralTable(added: Int32Array, units: Units, directions: readonly Direction[]): LiteralTable {
  const count = added.length / LITERAL;
  const bucketCount = bucketsFor(count);
  const filter = new Int32Array(Math.max(2 * BLOCK, bucketCount * INTEGERS_PER_BUCKET));
  const hashes = hashAll(added, units, directions, filter);
  const buckets = bucketStarts(hashes, bucketCount);
  const places = sortedPlaces(hashes, buckets);

  const literals = new Int32Array(added.length);
  for (let number = 0; number < count; number++) {
    const from = number * LITERAL;
    const place = (places[number] as number) * LITERAL;
    literals[place + HASH] = hashes[number] as number;
    literals[place + ENTRY] = added[from + ENTRY] as number;
    literals[place + START] = added[from + START] as number;
    literals[place + LENGTHS] = added[from + LENGTHS] as number;
  }
  return new LiteralTable({ literals, buckets, units, filter, ...fewByRoot(added, places, directions.length) });
}

/** The hash of every literal; marks them in the filter, and their prefixes. */
function hashAll(added: Int32Array, units: Units, directions: readonly Direction[], filter: Int32Array): Int32Array {
  const blockShift = shiftFor(filter.length / BLOCK);
  const hashes = new Int32Array(added.length / LITERAL);
  for (let number = 0; number < hashes.length; number++) {
    const root = added[number * LITERAL + ROOT] as number;
    const start = added[number * LITERAL + START] as number;
    const length = (added[number * LITERAL + LENGTHS] as number) & 0xffff;
    const pairs = length >>> 1;
    const step = directions[root] === 'forwards' ? 1 : -1;
    let unit = step === 1 ? start : start + length - 1;
    let hash = rootHash(root);
    let block = blockFor(hash, blockShift);
    for (let pair = 0, pause = 0; pair < pairs; pair++, unit += 2 * step) {
      const isBehindPause = pair === pause;
      if (isBehindPause) mark(filter, block, goingOn(hash));
      hash = rolledHash(hash, units[unit] as number, units[unit + step] as number);
      if (!isBehindPause) continue;
      block = blockFor(hash, blockShift);
      pause = nextPause(pause);
    }
    mark(filter, block, hash);
    hashes[number] = hash;
  }
  return hashes;
}

/** The places of the literals of every root that has few, root by root. */
function fewByRoot(added: Int32Array, places: Int32Array, roots: number): Pick<LiteralColumns, 'fewStarts' | 'few'> {
  const counts = new Int32Array(roots);
  for (let at = ROOT; at < added.length; at += LITERAL) {
    const root = added[at] as number;
    counts[root] = (counts[root] as number) + 1;
  }
  const fewStarts = new Int32Array(roots + 1);
  for (let root = 0; root < roots; root++) {
    const count = counts[root] as number;
    fewStarts[root + 1] = (fewStarts[root] as number) + (count <= FEW ? count : 0);
  }
  const few = new Int32Array(fewStarts[roots] as number);
  const free = fewStarts.slice();
  for (let number = 0; number < places.length; number++) {
    const root = added[number * LITERAL + ROOT] as number;
    if ((counts[root] as number) > FEW) continue;
    few[free[root] as number] = (places[number] as number) * LITERAL;
    free[root] = (free[root] as number) + 1;
  }
  return { fewStarts, few };
}
