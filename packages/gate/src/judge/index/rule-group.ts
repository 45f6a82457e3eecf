import type { ClassName, OperatorSet, PathAnchor } from '@caliban/calls/types';
import type { Spec } from '../../types/pattern.ts';
import type { ActionSet } from '../rule-index.ts';
import { FieldIndex } from './field-index.ts';
import type { FirstByAction } from './first-by-action.ts';
import { GlobIndex } from './glob-index.ts';
import type { RuleGroupData } from './index-parts.ts';
import { InsideIndex } from './inside-index.ts';
import { LiteralTable } from './literals/literal-table.ts';
import { Matchers } from './matchers.ts';
import type { RuleTexts } from './rule-texts.ts';

/** A group of rules, ready for lookups, for one tool. */
export class RuleGroup {
  readonly any: FirstByAction;
  readonly all: FirstByAction;
  readonly strictOperators: OperatorSet;
  readonly classes: ReadonlyMap<ClassName, FirstByAction>;
  readonly #indexes: { readonly [LooksAt in 'text' | 'url' | PathAnchor]?: GlobIndex };
  readonly fields: FieldIndex | null;
  readonly #matchers: Matchers;
  readonly #textPositions: Int32Array;
  #inside: InsideIndex | null = null;

  constructor(data: RuleGroupData, tool: string, { texts, foldPaths }: { texts: RuleTexts; foldPaths: boolean }) {
    const specAt = (position: number): Spec => {
      const spec = texts.spec(position, tool);
      if (spec === null) throw new Error('a rule that says nothing of the tool was compiled for it');
      return spec;
    };
    this.#matchers = new Matchers(texts, specAt, foldPaths);
    const table = new LiteralTable(data.table);
    const { verify } = this.#matchers;
    this.any = data.any;
    this.all = data.all;
    this.strictOperators = data.strictOperators;
    this.classes = new Map(data.classes);
    this.#indexes = Object.fromEntries(
      Object.entries(data.arguments).map(([looksAt, index]) => [looksAt, new GlobIndex(index, table, verify)]),
    );
    this.fields = data.fields.length === 0 ? null : new FieldIndex(data.fields, table, verify);
    this.#textPositions = data.textPositions;
  }

  index(looksAt: 'text' | 'url' | PathAnchor): GlobIndex | null {
    return this.#indexes[looksAt] ?? null;
  }

  /** Every text rule as a `~` rule. Rarely needed, so built on demand. */
  firstInside(text: string, input: unknown, actions: ActionSet, below: number): number {
    if (this.#textPositions.length === 0) return below;
    this.#inside ??= new InsideIndex(this.#textPositions, this.#matchers);
    return this.#inside.first(text, input, actions, below);
  }
}
