import { findLiteral } from '@caliban/calls/globs';
import { type Entry, positionOf, VERIFY, withProof } from '../index-parts.ts';
import type { Utf16 } from '../literals/literal-table-builder.ts';
import { concerns, type Lookup, settles } from '../lookup.ts';
import { fillNeedleTable } from './fill-needle-table.ts';
import { MAX_NEEDLE_LENGTH, type NeedleColumns, NeedleTable } from './needle-table.ts';
import { SAMPLINGS, SPARSEST } from './sampling.ts';

/** A literal that may be anywhere in a text, and the rule that is filed under it. */
export type Needle = { readonly text: string; readonly entry: Entry };

export type NeedleIndexData = {
  /** Looked for one by one. */
  readonly plain: readonly Needle[];
  /** The longest needles, if there are many of them. */
  readonly sparse: NeedleColumns | null;
  readonly tables: readonly NeedleColumns[];
};

/** Up to here, looking for each needle by itself is quicker than a pass over the text. */
const FEW = 2;

/** So many that the text is searched for all of them in one pass. */
export function isLarge(needles: readonly Needle[]): boolean {
  return needles.length > FEW;
}

/** `needles` in the order of their positions; `like`: text like the one to be searched, to learn from what is common. */
export function needleIndexData(needles: readonly Needle[], like: Utf16): NeedleIndexData {
  let sparse: NeedleColumns | null = null;
  const tables: NeedleColumns[] = [];
  const plain: Needle[] = [];
  let rest = needles.map(shortened);
  for (const sampling of SAMPLINGS) {
    const fitting = rest.filter(({ text }) => text.length >= sampling.shortest);
    rest = rest.filter(({ text }) => text.length < sampling.shortest);
    if (!isLarge(fitting)) plain.push(...fitting);
    else if (sampling === SPARSEST) sparse = fillNeedleTable(fitting, sampling, like);
    else tables.push(fillNeedleTable(fitting, sampling, like));
  }
  plain.push(...rest);
  return { plain: plain.sort((one, other) => positionOf(one.entry) - positionOf(other.entry)), sparse, tables };
}

function shortened({ text, entry }: Needle): Needle {
  if (text.length <= MAX_NEEDLE_LENGTH) return { text, entry };
  return { text: text.slice(0, MAX_NEEDLE_LENGTH), entry: withProof(entry, VERIFY) };
}

/** Rules known by a literal that may be anywhere in the text. */
export class NeedleIndex {
  readonly sparse: NeedleTable | null;
  private readonly plain: readonly Needle[];
  private readonly tables: readonly NeedleTable[];

  constructor({ plain, sparse, tables }: NeedleIndexData) {
    this.plain = plain;
    this.sparse = sparse === null ? null : new NeedleTable(sparse);
    this.tables = tables.map((columns) => new NeedleTable(columns));
  }

  /** `butSparse`: those were looked for before. */
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
