import type { Accept, ActionSet } from '../rule-index.ts';
import type { GlobIndexData } from './index-parts.ts';
import { ANYWHERE, type Entry, positionOf } from './index-parts.ts';
import type { LiteralTable } from './literals/literal-table.ts';
import { type Lookup, settles, type Verify } from './lookup.ts';
import { NeedleIndex } from './needles/needle-index.ts';
import type { NeedleTable } from './needles/needle-table.ts';
import { scanPrefixesAndNeedles } from './needles/scan-prefixes-and-needles.ts';

/** Looks up texts among the globs that `GlobIndexBuilder` has indexed. */
export class GlobIndex {
  /** The smallest position of all. */
  readonly smallest: number;
  private readonly verify: Verify;
  private readonly table: LiteralTable;
  private readonly heads: number;
  private readonly tails: number;
  /** Whether there are too many to try each. */
  private readonly hasManyHeads: boolean;
  private readonly hasManyTails: boolean;
  private readonly needles: NeedleIndex | null;
  /** Needles that are searched while the prefix of a text is read; null if there are none, or few prefixes. */
  private readonly sparse: NeedleTable | null;
  private readonly starts: number;
  private readonly others: readonly Entry[] | null;

  constructor(data: GlobIndexData, table: LiteralTable, verify: Verify) {
    this.smallest = data.smallest;
    this.verify = verify;
    this.table = table;
    this.heads = data.heads;
    this.tails = data.tails;
    this.hasManyHeads = data.heads !== -1 && table.hasMany(data.heads);
    this.hasManyTails = data.tails !== -1 && table.hasMany(data.tails);
    this.needles = data.needles === null ? null : new NeedleIndex(data.needles);
    this.sparse = this.hasManyHeads ? (this.needles?.sparse ?? null) : null;
    this.starts = data.starts;
    this.others = data.others;
  }

  first(text: string, input: unknown, actions: ActionSet, below: number, accept?: Accept): number {
    if (!this.mayMatch(text, below)) return below;
    const { length } = text;
    const verify = this.verify;
    return this.firstOf({ text, length, input, actions, accept, only: 0, trusting: true, verify, tried: null }, below);
  }

  /** Only the `~` rules. */
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

  private firstOf(lookup: Lookup, below: number): number {
    const { table } = this;
    const onePass = this.sparse !== null && lookup.only === 0;
    let best = below;
    if (onePass) best = scanPrefixesAndNeedles(table, this.heads, this.sparse as NeedleTable, lookup, best);
    else if (this.hasManyHeads) best = table.firstOfMany(this.heads, 1, lookup, best);
    else if (this.heads !== -1) best = table.firstOfFew(this.heads, 1, lookup, best);
    if (this.hasManyTails) best = table.firstOfMany(this.tails, -1, lookup, best);
    else if (this.tails !== -1) best = table.firstOfFew(this.tails, -1, lookup, best);
    if (this.needles !== null) best = this.needles.first(lookup, best, onePass);
    return this.others === null ? best : firstOther(this.others, lookup, best);
  }
}

function firstOther(others: readonly Entry[], lookup: Lookup, below: number): number {
  for (const entry of others) {
    if (positionOf(entry) >= below) return below;
    if (settles(entry, lookup, false)) return positionOf(entry);
  }
  return below;
}
