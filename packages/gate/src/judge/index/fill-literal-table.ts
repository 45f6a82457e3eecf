import {
  BLOCK,
  blockFor,
  ENTRY,
  goingOn,
  HASH,
  LENGTHS,
  LITERAL_BITS,
  type LiteralColumns,
  LiteralTable,
  mark,
  nextPause,
  rolledHash,
  rootHash,
  START,
  shiftFor,
} from './literal-table.ts';
import type { Units } from './units.ts';

/** Integers for each literal: as in the table, but for the root, which stands where the hash will. */
export const LITERAL: number = 1 << LITERAL_BITS;
export const ROOT: number = HASH;

/** Bits in the filter for every literal: how seldom a bucket is looked into in vain. */
const FILTER_BITS = 5;
const BLOCK_BITS = 9;

/** So many literals of a root are tried one by one. */
const FEW = 8;

/** A table of literals that were added in the order of their positions. */
export function fillLiteralTable(added: Int32Array, units: Units, roots: number): LiteralTable {
  const count = added.length / LITERAL;
  const bits = Math.max(4, Math.ceil(Math.log2(count + 1)));
  const filter = new Int32Array(BLOCK << Math.max(1, bits + FILTER_BITS - BLOCK_BITS));
  const hashes = hashAll(added, units, filter);
  const buckets = bucketStarts(hashes, bits);

  const literals = new Int32Array(added.length);
  const places = new Int32Array(count);
  const free = buckets.slice();
  for (let number = 0; number < count; number++) {
    const bucket = (hashes[number] as number) >>> (32 - bits);
    const place = (free[bucket] as number) * LITERAL;
    free[bucket] = (free[bucket] as number) + 1;
    places[number] = place;
    literals[place + HASH] = hashes[number] as number;
    literals[place + ENTRY] = added[number * LITERAL + ENTRY] as number;
    literals[place + START] = added[number * LITERAL + START] as number;
    literals[place + LENGTHS] = added[number * LITERAL + LENGTHS] as number;
  }
  return new LiteralTable({ literals, buckets, units, filter, ...fewByRoot(added, places, roots) });
}

/** The hash of every literal; marks them in the filter, and their prefixes. */
function hashAll(added: Int32Array, units: Units, filter: Int32Array): Int32Array {
  const blockShift = shiftFor(filter.length / BLOCK);
  const hashes = new Int32Array(added.length / LITERAL);
  for (let number = 0; number < hashes.length; number++) {
    const start = added[number * LITERAL + START] as number;
    const end = start + ((added[number * LITERAL + LENGTHS] as number) & 0xffff);
    let hash = rootHash(added[number * LITERAL + ROOT] as number);
    let block = blockFor(hash, blockShift);
    let pause = nextPause(0);
    for (let pair = 0, unit = start; unit + 1 < end; pair++, unit += 2) {
      if (pair === pause) {
        mark(filter, block, goingOn(hash));
        block = blockFor(hash, blockShift);
        pause = nextPause(pause);
      }
      hash = rolledHash(hash, units[unit] as number, units[unit + 1] as number);
    }
    mark(filter, block, hash);
    hashes[number] = hash;
  }
  return hashes;
}

/** Where each bucket starts, and behind the last one its end. */
function bucketStarts(hashes: Int32Array, bits: number): Int32Array {
  const starts = new Int32Array((1 << bits) + 1);
  for (let number = 0; number < hashes.length; number++) {
    const next = ((hashes[number] as number) >>> (32 - bits)) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let bucket = 1; bucket < starts.length; bucket++) {
    starts[bucket] = (starts[bucket] as number) + (starts[bucket - 1] as number);
  }
  return starts;
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
    few[free[root] as number] = places[number] as number;
    free[root] = (free[root] as number) + 1;
  }
  return { fewStarts, few };
}
