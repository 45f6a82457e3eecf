import { findLiteral } from '../../text/find-literal.ts';
import { type Entry, positionOf, VERIFY, withProof } from './entry.ts';
import { fillNeedleTable, type Needle } from './fill-needle-table.ts';
import { LONGEST_NEEDLE, type NeedleTable } from './needle-table.ts';
import { concerns, type Probe, settles } from './probe.ts';
import { SAMPLINGS, SPARSEST } from './sampling.ts';
import type { Units } from './units.ts';

/** Up to here, looking for each needle by itself is quicker than a pass over the text. */
const FEW = 2;

/** Rules known by a literal that may stand anywhere in the text. Added in the order of their positions. */
export class NeedleIndex {
  private unsorted: Needle[] = [];
  /** The longest needles, if there are many of them. */
  sparse: NeedleTable | null = null;
  private plain: readonly Needle[] = [];
  private tables: readonly NeedleTable[] = [];

  /** So many that the text is searched for all of them in one pass. */
  get isLarge(): boolean {
    return this.unsorted.length > FEW;
  }

  add(text: string, entry: Entry): void {
    if (text.length <= LONGEST_NEEDLE) this.unsorted.push({ text, entry });
    else this.unsorted.push({ text: text.slice(0, LONGEST_NEEDLE), entry: withProof(entry, VERIFY) });
  }

  /** `like`: text like the one to be searched, to learn from what is common. */
  finish(like: Units): void {
    const tables: NeedleTable[] = [];
    const plain: Needle[] = [];
    let rest: readonly Needle[] = this.unsorted;
    for (const sampling of SAMPLINGS) {
      const fitting = rest.filter(({ text }) => text.length >= sampling.shortest);
      rest = rest.filter(({ text }) => text.length < sampling.shortest);
      if (fitting.length <= FEW) plain.push(...fitting);
      else if (sampling === SPARSEST) this.sparse = fillNeedleTable(fitting, sampling, like);
      else tables.push(fillNeedleTable(fitting, sampling, like));
    }
    this.unsorted = [];
    this.plain = [...plain, ...rest].sort((one, other) => positionOf(one.entry) - positionOf(other.entry));
    this.tables = tables;
  }

  /** `butSparse`: those were looked for before. */
  first(probe: Probe, below: number, butSparse: boolean): number {
    let best = below;
    for (const { text, entry } of this.plain) {
      if (positionOf(entry) >= best) break;
      if (!concerns(entry, probe) || findLiteral(probe.text, text, 0) === -1) continue;
      if (settles(entry, probe, false)) best = positionOf(entry);
    }
    for (const table of this.tables) if (table.first < best) best = table.firstIn(probe, best);
    if (this.sparse === null || butSparse || this.sparse.first >= best) return best;
    return this.sparse.firstIn(probe, best);
  }
}
