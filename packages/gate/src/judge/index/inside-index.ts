import { anywhere, matchesText } from '@caliban/calls/globs';
import { matchesFields } from '../match-fields.ts';
import { type ActionSet, actionBit, TOO_SLOW } from '../rule-index.ts';
import { GlobIndex } from './glob-index.ts';
import { GlobIndexBuilder } from './glob-index-builder.ts';
import { textShape, unproven } from './glob-shape.ts';
import { packEntry } from './index-parts.ts';
import { LiteralTable } from './literals/literal-table.ts';
import { LiteralTableBuilder } from './literals/literal-table-builder.ts';
import type { Verify } from './lookup.ts';
import type { Matchers } from './matchers.ts';

/** Characters examined while trying whole rules on one text, before the search is abandoned. */
const MAX_INSIDE_WORK = 1 << 27;

/** Text rules, each treated as a `~` rule: for lines too long to analyse. */
export class InsideIndex {
  readonly #rules: Matchers;
  readonly #index: GlobIndex;
  #patience = 0;

  constructor(positions: Int32Array, rules: Matchers) {
    this.#rules = rules;
    const literals = new LiteralTableBuilder();
    const builder = new GlobIndexBuilder(literals);
    for (const position of positions) {
      const { argument, fields, action } = rules.at(position);
      if (argument?.kind !== 'text') throw new Error('only text rules are looked for inside a text');
      for (const glob of argument.globs) {
        const shape = textShape(anywhere(glob));
        builder.add(fields.length === 0 ? shape : unproven(shape), packEntry(position, actionBit(action)));
      }
    }
    const columns = literals.finish();
    const verify: Verify = (position, text, input) => this.#verify(position, text, input);
    this.#index = new GlobIndex(builder.finish(columns), new LiteralTable(columns), verify);
  }

  /** `TOO_SLOW` if the limit was reached: the text may have any length, and the model wrote it. */
  first(text: string, input: unknown, actions: ActionSet, below: number): number {
    this.#patience = MAX_INSIDE_WORK;
    const found = this.#index.first(text, input, actions, below);
    return this.#patience < 0 ? TOO_SLOW : found;
  }

  #verify(position: number, text: string, input: unknown): boolean {
    const { argument, fields, action } = this.#rules.at(position);
    if (argument?.kind !== 'text') return false;
    this.#patience -= text.length * argument.globs.reduce((sum, { segments }) => sum + segments.length, 0);
    if (this.#patience < 0) return false;
    return argument.globs.some((glob) => matchesText(anywhere(glob), text)) && matchesFields(fields, input, action);
  }
}
