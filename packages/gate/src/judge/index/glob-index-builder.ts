import { NO_RULE } from '../rule-index.ts';
import type { FramedShape, GlobShape, MixedShape } from './glob-shape.ts';
import type { GlobIndexData } from './index-parts.ts';
import {
  DIRECTORIES,
  type Entry,
  EXACT,
  LONGER,
  ONE_NAME,
  positionOf,
  SUFFICES,
  VERIFY,
  withProof,
} from './index-parts.ts';
import type { LiteralColumns } from './literals/literal-table.ts';
import type { LiteralTableBuilder } from './literals/literal-table-builder.ts';
import type { Needle } from './needles/needle-index.ts';
import { isLarge, needleIndexData } from './needles/needle-index-data.ts';
import { SPARSEST } from './needles/sampling.ts';

/** This many rules are indexed under one literal that doesn't settle them; further ones under another of their literals. */
const CROWD = 2;

/**
 * Indexes globs over one kind of text, each by its most selective literal: a prefix, a suffix, or a part. Added in the order of
 * their positions.
 */
export class GlobIndexBuilder {
  readonly #literals: LiteralTableBuilder;
  #smallest: number = NO_RULE;
  #heads = -1;
  #tails = -1;
  #starts = 0;
  readonly #needles: Needle[] = [];
  readonly #others: Entry[] = [];

  constructor(literals: LiteralTableBuilder) {
    this.#literals = literals;
  }

  add(shape: GlobShape, entry: Entry): void {
    if (this.#smallest === NO_RULE) this.#smallest = positionOf(entry);
    switch (shape.kind) {
      case 'exact':
        this.#addHead(shape.text, withProof(entry, EXACT));
        return;
      case 'starts':
        this.#addHead(shape.text, withProof(entry, shape.longer ? LONGER : SUFFICES));
        return;
      case 'contains':
        this.#addNeedle(shape.text, withProof(entry, SUFFICES));
        return;
      case 'framed':
        this.#addFramed(shape, entry);
        return;
      case 'mixed':
        this.#addMixed(shape, withProof(entry, VERIFY));
        return;
    }
  }

  /** `table`: the finished table of literals. */
  finish({ units }: LiteralColumns): GlobIndexData {
    return {
      smallest: this.#smallest,
      heads: this.#heads,
      tails: this.#tails,
      starts: this.#starts,
      needles: this.#needles.length === 0 ? null : needleIndexData(this.#needles, units),
      others: this.#others.length === 0 ? null : this.#others,
    };
  }

  #addFramed({ head, middle, tail }: FramedShape, entry: Entry): void {
    const proven = withProof(entry, PROOFS[middle]);
    const end = this.#roomyEnd(head, tail) ?? longerEnd(head, tail);
    if (end === 'tail') this.#addTail(tail, proven, head);
    else this.#addHead(head, proven, tail);
  }

  #addMixed({ head, tail, inner }: MixedShape, entry: Entry): void {
    // The text is scanned anyway: one more needle costs nothing there, and is more selective than many rules' prefix.
    if (inner.length >= Math.min(head.length, SPARSEST.shortest) && isLarge(this.#needles)) {
      this.#addNeedle(inner, entry);
      return;
    }
    const end = this.#roomyEnd(head, tail) ?? (inner === '' && head + tail !== '' ? longerEnd(head, tail) : null);
    if (end === 'tail') this.#addTail(tail, entry);
    else if (end === 'head') this.#addHead(head, entry);
    else if (inner !== '') this.#addNeedle(inner, entry);
    else this.#addOther(entry);
  }

  /** The longer of the two literals, or else the other, if there is room for one more. */
  #roomyEnd(head: string, tail: string): End | null {
    const preferTail = longerEnd(head, tail) === 'tail';
    if (preferTail && this.#literals.joinCrowd(this.#tailRoot(), tail, CROWD)) return 'tail';
    if (head !== '' && this.#literals.joinCrowd(this.#headRoot(), head, CROWD)) return 'head';
    if (tail !== '' && !preferTail && this.#literals.joinCrowd(this.#tailRoot(), tail, CROWD)) return 'tail';
    return null;
  }

  #addHead(head: string, entry: Entry, tail?: string): void {
    this.#starts |= head === '' ? ANY_START : 1 << head.charCodeAt(0);
    this.#literals.add(this.#headRoot(), head, entry, tail);
  }

  #addTail(tail: string, entry: Entry, head?: string): void {
    this.#starts = ANY_START;
    this.#literals.add(this.#tailRoot(), tail, entry, head);
  }

  #addNeedle(needle: string, entry: Entry): void {
    this.#starts = ANY_START;
    this.#needles.push({ text: needle, entry });
  }

  #addOther(entry: Entry): void {
    this.#starts = ANY_START;
    this.#others.push(entry);
  }

  #headRoot(): number {
    if (this.#heads === -1) this.#heads = this.#literals.addRoot('forwards');
    return this.#heads;
  }

  #tailRoot(): number {
    if (this.#tails === -1) this.#tails = this.#literals.addRoot('backwards');
    return this.#tails;
  }
}

const ANY_START = -1;

type End = 'head' | 'tail';

const PROOFS = { anything: SUFFICES, name: ONE_NAME, directories: DIRECTORIES } as const;

function longerEnd(head: string, tail: string): End {
  return tail.length > head.length ? 'tail' : 'head';
}
