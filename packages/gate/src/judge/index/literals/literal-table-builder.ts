import { type Entry, VERIFY, withProof } from '../index-parts.ts';
import { doubled, utf16Of } from '../typed-arrays.ts';
import { FEW, fillLiteralTable, LITERAL, ROOT } from './fill-literal-table.ts';
import { ENTRY, LENGTHS, type LiteralColumns, MAX_LITERAL_LENGTH, START } from './literal-table.ts';

/** The end of a text from which its characters are read. */
type Direction = 'forwards' | 'backwards';

/** A set of literals while it is collected. */
export type Root = {
  readonly direction: Direction;
  /** The indexes of its first literals: all of them, or one more than `FEW`. */
  readonly first: number[];
  /** How many entries under a literal aren't settled by it alone. */
  readonly crowds: Map<string, number>;
};

/** Collects literals, set by set, in the order of their positions. */
export class LiteralTableBuilder {
  #roots: Root[] = [];
  #added = new Int32Array(64 * LITERAL);
  #length = 0;
  #texts: string[] = [];
  #textLength = 0;

  /** Roots are numbered in order. */
  addRoot(direction: Direction): number {
    return this.#roots.push({ direction, first: [], crowds: new Map() }) - 1;
  }

  /** `opposite`: the required literal at the other end of the text. */
  add(root: number, literal: string, entry: Entry, opposite = ''): void {
    if (literal.length > MAX_LITERAL_LENGTH || opposite.length > MAX_LITERAL_LENGTH) {
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
    const { first } = this.#root(root);
    if (first.length <= FEW) first.push(at / LITERAL);
  }

  /** One more entry that a literal alone doesn't settle; false if there are already `most` of them. */
  joinCrowd(root: number, literal: string, most: number): boolean {
    const { crowds } = this.#root(root);
    const size = crowds.get(literal) ?? 0;
    if (size < most) crowds.set(literal, size + 1);
    return size < most;
  }

  /** The builder is empty after it. */
  finish(): LiteralColumns {
    const table = fillLiteralTable(this.#added.subarray(0, this.#length), utf16Of(this.#texts), this.#roots);
    this.#roots = [];
    this.#added = new Int32Array(0);
    this.#texts = [];
    return table;
  }

  /** Indexed by as much of the literal as fits, which settles nothing. */
  #addLong(root: number, literal: string, entry: Entry): void {
    const isHead = this.#root(root).direction === 'forwards';
    const fitting = isHead ? literal.slice(0, MAX_LITERAL_LENGTH) : literal.slice(-MAX_LITERAL_LENGTH);
    this.add(root, fitting, withProof(entry, VERIFY));
  }

  #root(number: number): Root {
    return this.#roots[number] as Root;
  }
}
