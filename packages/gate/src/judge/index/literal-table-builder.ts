import { type Entry, VERIFY, withProof } from './entry.ts';
import { fillLiteralTable, LITERAL, ROOT } from './fill-literal-table.ts';
import { doubled } from './growing.ts';
import { type Direction, ENTRY, LENGTHS, type LiteralTable, LONGEST_LITERAL, START } from './literal-table.ts';
import { type Units, unitsOf } from './units.ts';

export type GrownTable = {
  readonly table: LiteralTable;
  /** The literals, one after the other: a sample of the texts they are about. */
  readonly units: Units;
};

/** Collects literals, set by set, in the order of their positions. */
export class LiteralTableBuilder {
  #directions: Direction[] = [];
  #added = new Int32Array(64 * LITERAL);
  #length = 0;
  #texts: string[] = [];
  #textLength = 0;
  /** How many entries that a literal alone does not settle are filed under it, root by root. */
  #crowds: Map<string, number>[] = [];

  /** Roots are numbered as they come. */
  addRoot(direction: Direction): number {
    return this.#directions.push(direction) - 1;
  }

  /** `opposite`: what must stand at the other end of the text. */
  add(root: number, literal: string, entry: Entry, opposite = ''): void {
    if (literal.length > LONGEST_LITERAL || opposite.length > LONGEST_LITERAL) {
      this.#addLong(root, literal, entry);
      return;
    }
    if (this.#length === this.#added.length) this.#added = doubled(this.#added);
    const added = this.#added;
    const at = this.#length;
    this.#length += LITERAL;
    added[at + ROOT] = root;
    added[at + ENTRY] = entry;
    added[at + START] = this.#textLength;
    added[at + LENGTHS] = (opposite.length << 16) | literal.length;
    this.#texts.push(literal, opposite);
    this.#textLength += literal.length + opposite.length;
  }

  /** One more entry that a literal alone does not settle; false when there are `most` of them already. */
  joinCrowd(root: number, literal: string, most: number): boolean {
    this.#crowds[root] ??= new Map();
    const crowds = this.#crowds[root];
    const size = crowds.get(literal) ?? 0;
    if (size < most) crowds.set(literal, size + 1);
    return size < most;
  }

  /** The builder is empty after it. */
  finish(): GrownTable {
    const units = unitsOf(this.#texts);
    const table = fillLiteralTable(this.#added.subarray(0, this.#length), units, this.#directions);
    this.#directions = [];
    this.#added = new Int32Array(0);
    this.#texts = [];
    this.#crowds = [];
    return { table, units };
  }

  /** Filed under as much of the literal as fits, which settles nothing. */
  #addLong(root: number, literal: string, entry: Entry): void {
    const isHead = this.#directions[root] === 'forwards';
    const fitting = isHead ? literal.slice(0, LONGEST_LITERAL) : literal.slice(-LONGEST_LITERAL);
    this.add(root, fitting, withProof(entry, VERIFY));
  }
}
