import { type Entry, VERIFY, withProof } from './entry.ts';
import { doubled, IntegerList } from './growing.ts';
import {
  type Direction,
  ENTRY,
  goingOn,
  HASH,
  LENGTHS,
  LITERAL_BITS,
  LiteralTable,
  LONGEST_LITERAL,
  rolledHash,
  rootHash,
  START,
  shiftFor,
} from './literal-table.ts';

/** Bits in the filter for every literal: how seldom a bucket is looked into in vain. */
const FILTER_BITS = 5;

/** Collects literals, set by set, in the order of their positions. */
export class LiteralTableBuilder {
  readonly #directions: Direction[] = [];
  readonly #roots = new IntegerList();
  readonly #entries = new IntegerList();
  readonly #starts = new IntegerList();
  readonly #lengths = new IntegerList();
  #units = new Uint16Array(256);
  #unitsEnd = 0;
  /** How many entries that a literal alone does not settle are filed under it, by root and literal. */
  readonly #crowds = new Map<string, number>();

  /** Roots are numbered as they come. */
  addRoot(direction: Direction): number {
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
    this.#starts.push(this.#unitsEnd);
    this.#lengths.push((opposite.length << 16) | literal.length);
    this.#addUnits(literal, direction);
    this.#addUnits(opposite, direction === 'forwards' ? 'backwards' : 'forwards');
  }

  /** One more entry that a literal alone does not settle; false when there are `most` of them already. */
  joinCrowd(root: number, literal: string, most: number): boolean {
    const key = `${root} ${literal}`;
    const size = this.#crowds.get(key) ?? 0;
    if (size >= most) return false;
    this.#crowds.set(key, size + 1);
    return true;
  }

  finish(): GrownTable {
    const entries = this.#entries.finished();
    const starts = this.#starts.finished();
    const count = entries.length;
    const bits = Math.max(4, Math.ceil(Math.log2(count + 1)));
    const units = this.#units.slice(0, this.#unitsEnd);
    const filter = new Int32Array(1 << Math.max(0, bits + FILTER_BITS - 5));
    const lengths = this.#lengths.finished();
    const hashes = hashAll({ roots: this.#roots.finished(), starts, lengths, units }, filter);

    const buckets = bucketStarts(hashes, bits);
    const literals = new Int32Array(count << LITERAL_BITS);
    const free = buckets.slice();
    const shift = 32 - bits;
    for (let number = 0; number < count; number++) {
      const hash = hashes[number] as number;
      const bucket = hash >>> shift;
      const literal = (free[bucket] as number) << LITERAL_BITS;
      free[bucket] = (free[bucket] as number) + 1;
      literals[literal + HASH] = hash;
      literals[literal + ENTRY] = entries[number] as number;
      literals[literal + START] = starts[number] as number;
      literals[literal + LENGTHS] = lengths[number] as number;
    }
    return { table: new LiteralTable({ literals, buckets, units, filter }), units };
  }

  /** Filed under as much of the literal as fits, which settles nothing. */
  #addLong(root: number, literal: string, entry: Entry): void {
    const fitting =
      this.#directions[root] === 'forwards' ? literal.slice(0, LONGEST_LITERAL) : literal.slice(-LONGEST_LITERAL);
    this.add(root, fitting, withProof(entry, VERIFY));
  }

  #addUnits(literal: string, direction: Direction): void {
    while (this.#unitsEnd + literal.length > this.#units.length) this.#units = doubled(this.#units);
    const units = this.#units;
    let end = this.#unitsEnd;
    if (direction === 'forwards') {
      for (let at = 0; at < literal.length; at++) units[end++] = literal.charCodeAt(at);
    } else {
      for (let at = literal.length - 1; at >= 0; at--) units[end++] = literal.charCodeAt(at);
    }
    this.#unitsEnd = end;
  }
}

export type GrownTable = {
  readonly table: LiteralTable;
  /** The literals, one after the other: a sample of the texts they are about. */
  readonly units: Uint16Array;
};

type Collected = {
  readonly roots: Int32Array;
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
  readonly units: Uint16Array;
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
