import { type Entry, VERIFY, withProof } from './entry.ts';
import { IntegerList } from './growing.ts';
import {
  type Direction,
  ENTRY,
  goingOn,
  HASH,
  LENGTHS,
  LITERAL_BITS,
  type LiteralColumns,
  LiteralTable,
  LONGEST_LITERAL,
  rolledHash,
  rootHash,
  START,
  shiftFor,
} from './literal-table.ts';
import { type Units, UnitsBuilder } from './units.ts';

/** Bits in the filter for every literal: how seldom a bucket is looked into in vain. */
const FILTER_BITS = 5;

/** So many literals of a root are tried one by one. */
const FEW = 8;

/** Collects literals, set by set, in the order of their positions. */
export class LiteralTableBuilder {
  #directions: Direction[] = [];
  /** How many entries that a literal alone does not settle are filed under it, root by root. */
  #crowds: Map<string, number>[] = [];
  readonly #roots = new IntegerList();
  readonly #entries = new IntegerList();
  readonly #starts = new IntegerList();
  readonly #lengths = new IntegerList();
  readonly #units = new UnitsBuilder();

  /** Roots are numbered as they come. */
  addRoot(direction: Direction): number {
    this.#crowds.push(new Map());
    return this.#directions.push(direction) - 1;
  }

  /** `opposite`: what must stand at the other end of the text. */
  add(root: number, literal: string, entry: Entry, opposite = ''): void {
    if (Math.max(literal.length, opposite.length) > LONGEST_LITERAL) {
      this.#addLong(root, literal, entry);
      return;
    }
    const direction = this.#directions[root] as Direction;
    this.#roots.push(root);
    this.#entries.push(entry);
    this.#starts.push(this.#units.length);
    this.#lengths.push((opposite.length << 16) | literal.length);
    // Each from its end of the text inwards.
    if (direction === 'forwards') {
      this.#units.add(literal);
      this.#units.addReversed(opposite);
    } else {
      this.#units.addReversed(literal);
      this.#units.add(opposite);
    }
  }

  /** One more entry that a literal alone does not settle; false when there are `most` of them already. */
  joinCrowd(root: number, literal: string, most: number): boolean {
    const crowds = this.#crowds[root] as Map<string, number>;
    const size = crowds.get(literal) ?? 0;
    if (size < most) crowds.set(literal, size + 1);
    return size < most;
  }

  /** The builder is empty after it. */
  finish(): GrownTable {
    const entries = this.#entries.taken();
    const starts = this.#starts.taken();
    const count = entries.length;
    const bits = Math.max(4, Math.ceil(Math.log2(count + 1)));
    const units = this.#units.taken();
    const filter = new Int32Array(1 << Math.max(0, bits + FILTER_BITS - 5));
    const lengths = this.#lengths.taken();
    const roots = this.#roots.taken();
    const hashes = hashAll({ roots, starts, lengths, units }, filter);

    const buckets = bucketStarts(hashes, bits);
    const literals = new Int32Array(count << LITERAL_BITS);
    const places = new Int32Array(count);
    const free = buckets.slice();
    const shift = 32 - bits;
    for (let number = 0; number < count; number++) {
      const hash = hashes[number] as number;
      const bucket = hash >>> shift;
      const literal = (free[bucket] as number) << LITERAL_BITS;
      places[number] = literal;
      free[bucket] = (free[bucket] as number) + 1;
      literals[literal + HASH] = hash;
      literals[literal + ENTRY] = entries[number] as number;
      literals[literal + START] = starts[number] as number;
      literals[literal + LENGTHS] = lengths[number] as number;
    }
    const few = fewByRoot(roots, places, this.#directions.length);
    this.#directions = [];
    this.#crowds = [];
    return { table: new LiteralTable({ literals, buckets, units, filter, ...few }), units };
  }

  /** Filed under as much of the literal as fits, which settles nothing. */
  #addLong(root: number, literal: string, entry: Entry): void {
    const fitting =
      this.#directions[root] === 'forwards' ? literal.slice(0, LONGEST_LITERAL) : literal.slice(-LONGEST_LITERAL);
    this.add(root, fitting, withProof(entry, VERIFY));
  }
}

export type GrownTable = {
  readonly table: LiteralTable;
  /** The literals, one after the other: a sample of the texts they are about. */
  readonly units: Units;
};

type Collected = {
  readonly roots: Int32Array;
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
  readonly units: Units;
};

/** The hash of every literal; sets their bits in the filter, and those of their prefixes. */
function hashAll({ roots, starts, lengths, units }: Collected, filter: Int32Array): Int32Array {
  const shift = shiftFor(filter.length * 32);
  const hashes = new Int32Array(starts.length);
  for (let number = 0; number < starts.length; number++) {
    const start = starts[number] as number;
    const end = start + ((lengths[number] as number) & 0xffff);
    let hash = rootHash(roots[number] as number);
    let pause = start + 2;
    for (let unit = start; unit + 1 < end; unit += 2) {
      if (unit === pause) {
        setBit(filter, goingOn(hash) >>> shift);
        pause += unit - start;
      }
      hash = rolledHash(hash, units[unit] as number, units[unit + 1] as number);
    }
    setBit(filter, hash >>> shift);
    hashes[number] = hash;
  }
  return hashes;
}

function setBit(bits: Int32Array, bit: number): void {
  bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << bit);
}

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
function fewByRoot(
  roots: Int32Array,
  places: Int32Array,
  rootCount: number,
): Pick<LiteralColumns, 'fewStarts' | 'few'> {
  const counts = new Int32Array(rootCount);
  for (const root of roots) counts[root] = (counts[root] as number) + 1;
  const fewStarts = new Int32Array(rootCount + 1);
  for (const [root, count] of counts.entries()) {
    fewStarts[root + 1] = (fewStarts[root] as number) + (count <= FEW ? count : 0);
  }
  const few = new Int32Array(fewStarts[rootCount] as number);
  const free = fewStarts.slice();
  for (const [number, root] of roots.entries()) {
    if ((counts[root] as number) > FEW) continue;
    few[free[root] as number] = places[number] as number;
    free[root] = (free[root] as number) + 1;
  }
  return { fewStarts, few };
}
