import {
  goingOn,
  marked,
  rolledHash,
  rootHash,
  SIDE_BY_SIDE,
  STRETCH,
  STRIDE,
  samplesIn,
} from '../literals/literal-filter.ts';
import type { LiteralTable } from '../literals/literal-table.ts';
import type { Lookup } from '../lookup.ts';
import { filterBits, type NeedleTable, newSearch, type Search } from './needle-table.ts';
import { rolledSample, SPARSEST, scattered } from './sampling.ts';

// V8 looks up an import at every use, and these are used at every sample.
const rolled = rolledHash;
const isMarked = marked;
const rolledNeedle = rolledSample;
const scatter = scattered;
const bitsOf = filterBits;
const SHIFT = SPARSEST.shift;
const STEP = STRIDE;
const STEPS = STRIDE * STRETCH;

/**
 * Finds prefixes and needles of a text in one pass: reading a character takes longer than looking it up. Equivalent to one search
 * after the other, but faster.
 */
export function scanPrefixesAndNeedles(
  literals: LiteralTable,
  root: number,
  needles: NeedleTable,
  lookup: Lookup,
  below: number,
): number {
  const { text } = lookup;
  const last = text.length - 1;
  if (text.length < 2 * SIDE_BY_SIDE) return needles.firstIn(lookup, literals.firstOfMany(root, 1, lookup, below));
  const { filter, filterShift: shift } = literals;
  const { filter: needleFilter, filterShift: needleShift } = needles;

  let hash = rootHash(root);
  let hits = isMarked(filter, shift, hash);
  hash = rolled(hash, text.charCodeAt(0), text.charCodeAt(1));
  hits = (hits << 1) | isMarked(filter, shift, hash);
  const first = text.charCodeAt(SIDE_BY_SIDE);
  const second = text.charCodeAt(SIDE_BY_SIDE + 1);
  hash = rolled(hash, first, second);
  hits = (hits << 1) | isMarked(filter, shift, hash);
  // No needle is indexed by one pair.
  let needle = rolledNeedle(0, SHIFT, first, second);

  let best = below;
  let search: Search | null = null;
  let at = SIDE_BY_SIDE + STEP;
  for (;;) {
    if (hits !== 0) {
      best = literals.lookWhere(hits, samplesIn(at - 2), root, 1, lookup, best);
      hits = 0;
    }
    if (at >= last || isMarked(filter, shift, goingOn(hash)) === 0) break;
    const end = Math.min(at + STEPS, last);
    for (; at < end; at += STEP) {
      let place = 0;
      // A loop without calls is faster.
      for (; at < end; at += STEP) {
        const first = text.charCodeAt(at);
        const second = text.charCodeAt(at + 1);
        hash = rolled(hash, first, second);
        hits = (hits << 1) | isMarked(filter, shift, hash);
        needle = rolledNeedle(needle, SHIFT, first, second);
        place = scatter(needle);
        const bits = bitsOf(place);
        if (((needleFilter[place >>> needleShift] as number) & bits) === bits) break;
      }
      if (at >= end) break;
      search ??= newSearch(best);
      needles.look(place, at + 2, lookup, search);
    }
  }
  return needles.first < best ? needles.firstFrom(at, needle, search, lookup, best) : best;
}
