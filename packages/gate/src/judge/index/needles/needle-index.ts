import { findLiteral } from '@caliban/calls/globs';
import { type Entry, positionOf } from '../index-parts.ts';
import { concerns, type Lookup, settles } from '../lookup.ts';
import { type NeedleColumns, NeedleTable } from './needle-table.ts';

/** A literal that may be anywhere in a text, and the rule that is indexed by it. */
export type Needle = { readonly text: string; readonly entry: Entry };

/** Built by `needleIndexData`. */
export type NeedleIndexData = {
  /** Searched one by one. */
  readonly plain: readonly Needle[];
  /** The longest needles, if there are many of them. */
  readonly sparse: NeedleColumns | null;
  readonly tables: readonly NeedleColumns[];
};

/** Rules indexed by a literal that may be anywhere in the text. */
export class NeedleIndex {
  readonly sparse: NeedleTable | null;
  private readonly plain: readonly Needle[];
  private readonly tables: readonly NeedleTable[];

  constructor({ plain, sparse, tables }: NeedleIndexData) {
    this.plain = plain;
    this.sparse = sparse === null ? null : new NeedleTable(sparse);
    this.tables = tables.map((columns) => new NeedleTable(columns));
  }

  /** `butSparse`: those were already searched. */
  first(lookup: Lookup, below: number, butSparse: boolean): number {
    let best = below;
    for (const { text, entry } of this.plain) {
      if (positionOf(entry) >= best) break;
      if (!concerns(entry, lookup) || findLiteral(lookup.text, text, 0) === -1) continue;
      if (settles(entry, lookup, false)) best = positionOf(entry);
    }
    for (const table of this.tables) if (table.first < best) best = table.firstIn(lookup, best);
    if (this.sparse === null || butSparse || this.sparse.first >= best) return best;
    return this.sparse.firstIn(lookup, best);
  }
}
