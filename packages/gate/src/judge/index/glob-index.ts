import { type Accept, type ActionSet, NO_RULE } from '../rule-index.ts';
import {
  ANYWHERE,
  DIRECTORIES,
  type Entry,
  EXACT,
  LONGER,
  ONE_NAME,
  positionOf,
  SUFFICES,
  VERIFY,
  withProof,
} from './entry.ts';
import type { FramedShape, GlobShape, MixedShape } from './glob-shape.ts';
import type { LiteralTable } from './literal-table.ts';
import type { GrownTable, LiteralTableBuilder } from './literal-table-builder.ts';
import { NeedleIndex } from './needle-index.ts';
import type { NeedleTable } from './needle-table.ts';
import { firstInOnePass } from './one-pass.ts';
import { type Probe, settles, type Verify } from './probe.ts';
import { SPARSEST } from './sampling.ts';

/** So many rules are filed under one literal that does not settle them; further ones by another literal of theirs. */
const CROWD = 2;

/**
 * Globs over one kind of text, each filed under the literal that tells most: how the text starts, how it ends, or what it
 * holds. Added in the order of their positions; `finish` before the first look-up.
 */
export class GlobIndex {
  /** The smallest position of all. */
  smallest: number = NO_RULE;
  private readonly verify: Verify;
  private readonly builder: LiteralTableBuilder;
  private table: LiteralTable | null = null;
  /** Roots in the table; -1 where there is nothing to file there. */
  private heads = -1;
  private tails = -1;
  /** Whether there are too many to try each. */
  private hasManyHeads = false;
  private hasManyTails = false;
  private needles: NeedleIndex | null = null;
  /** Needles that are looked for while the start of a text is read; null where there are none, or few starts. */
  private sparse: NeedleTable | null = null;
  /** Bits for the first characters of texts that may match, each shifted by its code: what starts otherwise is not looked at. */
  private starts = 0;
  /** No literal at all: tried every time. */
  private others: Entry[] | null = null;

  constructor(builder: LiteralTableBuilder, verify: Verify) {
    this.builder = builder;
    this.verify = verify;
  }

  add(shape: GlobShape, entry: Entry): void {
    if (this.smallest === NO_RULE) this.smallest = positionOf(entry);
    switch (shape.kind) {
      case 'exact':
        this.addHead(shape.text, withProof(entry, EXACT));
        return;
      case 'starts':
        this.addHead(shape.text, withProof(entry, shape.longer ? LONGER : SUFFICES));
        return;
      case 'contains':
        this.addNeedle(shape.text, withProof(entry, SUFFICES));
        return;
      case 'framed':
        this.addFramed(shape, entry);
        return;
      case 'mixed':
        this.addMixed(shape, withProof(entry, VERIFY));
        return;
    }
  }

  /** `grown`: what became of the builder. */
  finish({ table, units }: GrownTable): void {
    this.table = table;
    this.needles?.finish(units);
    this.hasManyHeads = this.heads !== -1 && table.hasMany(this.heads);
    this.hasManyTails = this.tails !== -1 && table.hasMany(this.tails);
    if (this.hasManyHeads) this.sparse = this.needles?.sparse ?? null;
  }

  first(text: string, input: unknown, actions: ActionSet, below: number, accept?: Accept): number {
    if (!this.mayMatch(text, below)) return below;
    const { length } = text;
    const verify = this.verify;
    return this.firstOf({ text, length, input, actions, accept, only: 0, trusting: true, verify, tried: null }, below);
  }

  /** Of the `~` rules alone. */
  firstAnywhere(text: string, input: unknown, actions: ActionSet, below: number): number {
    if (!this.mayMatch(text, below)) return below;
    const { length } = text;
    const verify = this.verify;
    const accept = undefined;
    const only = ANYWHERE;
    return this.firstOf({ text, length, input, actions, accept, only, trusting: true, verify, tried: null }, below);
  }

  /** `text` is one element of an array; whole rules are tried on the input, unless they are in `tried`. */
  firstByElement(text: string, input: unknown, actions: ActionSet, below: number, tried: Set<number>): number {
    if (!this.mayMatch(text, below)) return below;
    const { length } = text;
    const verify = this.verify;
    const accept = undefined;
    return this.firstOf({ text, length, input, actions, accept, only: 0, trusting: false, verify, tried }, below);
  }

  private mayMatch(text: string, below: number): boolean {
    return this.smallest < below && ((this.starts >>> text.charCodeAt(0)) & 1) === 1;
  }

  private firstOf(probe: Probe, below: number): number {
    const table = this.table as LiteralTable;
    const onePass = this.sparse !== null && probe.only === 0;
    let best = below;
    if (onePass) best = firstInOnePass(table, this.heads, this.sparse as NeedleTable, probe, best);
    else if (this.hasManyHeads) best = table.firstOfMany(this.heads, 1, probe, best);
    else if (this.heads !== -1) best = table.firstOfFew(this.heads, 1, probe, best);
    if (this.hasManyTails) best = table.firstOfMany(this.tails, -1, probe, best);
    else if (this.tails !== -1) best = table.firstOfFew(this.tails, -1, probe, best);
    if (this.needles !== null) best = this.needles.first(probe, best, onePass);
    return this.others === null ? best : firstOther(this.others, probe, best);
  }

  private addFramed({ head, middle, tail }: FramedShape, entry: Entry): void {
    const proven = withProof(entry, PROOFS[middle]);
    const end = this.roomyEnd(head, tail) ?? longerEnd(head, tail);
    if (end === 'tail') this.addTail(tail, proven, head);
    else this.addHead(head, proven, tail);
  }

  private addMixed({ head, tail, inner }: MixedShape, entry: Entry): void {
    // A pass over the text is made anyway: one more needle costs nothing there, and tells more than many rules' start.
    if (inner.length >= Math.min(head.length, SPARSEST.shortest) && this.needles?.isLarge) {
      this.addNeedle(inner, entry);
      return;
    }
    const end = this.roomyEnd(head, tail) ?? (inner === '' && head + tail !== '' ? longerEnd(head, tail) : null);
    if (end === 'tail') this.addTail(tail, entry);
    else if (end === 'head') this.addHead(head, entry);
    else if (inner !== '') this.addNeedle(inner, entry);
    else this.addOther(entry);
  }

  /** The longer of the two literals, or else the other, where there is room for one more. */
  private roomyEnd(head: string, tail: string): End | null {
    const preferTail = longerEnd(head, tail) === 'tail';
    if (preferTail && this.builder.joinCrowd(this.tailRoot(), tail, CROWD)) return 'tail';
    if (head !== '' && this.builder.joinCrowd(this.headRoot(), head, CROWD)) return 'head';
    if (tail !== '' && !preferTail && this.builder.joinCrowd(this.tailRoot(), tail, CROWD)) return 'tail';
    return null;
  }

  private addHead(head: string, entry: Entry, tail?: string): void {
    this.starts |= head === '' ? ANY_START : 1 << head.charCodeAt(0);
    this.builder.add(this.headRoot(), head, entry, tail);
  }

  private addTail(tail: string, entry: Entry, head?: string): void {
    this.starts = ANY_START;
    this.builder.add(this.tailRoot(), tail, entry, head);
  }

  private addNeedle(needle: string, entry: Entry): void {
    this.starts = ANY_START;
    this.needles ??= new NeedleIndex();
    this.needles.add(needle, entry);
  }

  private addOther(entry: Entry): void {
    this.starts = ANY_START;
    this.others ??= [];
    this.others.push(entry);
  }

  private headRoot(): number {
    if (this.heads === -1) this.heads = this.builder.addRoot('forwards');
    return this.heads;
  }

  private tailRoot(): number {
    if (this.tails === -1) this.tails = this.builder.addRoot('backwards');
    return this.tails;
  }
}

const ANY_START = -1;

type End = 'head' | 'tail';

const PROOFS = { anything: SUFFICES, name: ONE_NAME, directories: DIRECTORIES } as const;

function longerEnd(head: string, tail: string): End {
  return tail.length > head.length ? 'tail' : 'head';
}

function firstOther(others: readonly Entry[], probe: Probe, below: number): number {
  for (const entry of others) {
    if (positionOf(entry) >= below) return below;
    if (settles(entry, probe, false)) return positionOf(entry);
  }
  return below;
}
