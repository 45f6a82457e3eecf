import { foldPathGlob } from '@caliban/calls/globs';
import type { ClassName, OperatorSet } from '@caliban/calls/types';
import { commandGlobs } from '../../pattern/command-argument.ts';
import type { FieldGlob, Spec } from '../../types/pattern.ts';
import type { Action } from '../../types/rule.ts';
import { strictSpelling } from '../command-spellings.ts';
import { actionBit, DENY_OR_ASK } from '../rule-index.ts';
import { addFirst, type FirstByAction, noneByAction } from './first-by-action.ts';
import { GlobIndexBuilder } from './glob-index-builder.ts';
import { type GlobShape, literalLength, textShape, unproven } from './glob-shape.ts';
import type { FieldIndexData, GlobIndexData, RuleGroupData } from './index-parts.ts';
import { type Entry, packEntry } from './index-parts.ts';
import { LiteralTableBuilder } from './literals/literal-table-builder.ts';
import { pathShape } from './path-shape.ts';

type Argument = NonNullable<Spec['argument']>;
type LooksAt = keyof RuleGroupData['arguments'];

/** Sorts rules with the same tool text. Added in the order of their positions. */
export class RuleGroupBuilder {
  readonly #foldPaths: boolean;
  readonly #literals = new LiteralTableBuilder();
  readonly #any = noneByAction();
  readonly #all = noneByAction();
  readonly #arguments = new Map<LooksAt, GlobIndexBuilder>();
  readonly #fields = new Map<string, { readonly keys: readonly string[]; readonly index: GlobIndexBuilder }>();
  readonly #classes = new Map<ClassName, FirstByAction>();
  readonly #textPositions: number[] = [];
  #strictOperators: OperatorSet = 0;

  constructor(foldPaths: boolean) {
    this.#foldPaths = foldPaths;
  }

  add({ argument, fields }: Spec, action: Action, position: number): void {
    addFirst(this.#all, action, position);
    if (argument?.kind === 'class') {
      addFirst(this.#class(argument.name), action, position);
    } else if (argument !== null) {
      const isAnywhere = argument.kind === 'text' && argument.anywhere;
      this.#addArgument(argument, packEntry(position, actionBit(action), isAnywhere), fields.length === 0);
      if (argument.kind !== 'text') return;
      this.#textPositions.push(position);
      if ((actionBit(action) & DENY_OR_ASK) !== 0) this.#strictOperators |= strictSpelling(argument.glob.text);
    } else if (fields.length > 0) {
      this.#addFields(fields, packEntry(position, actionBit(action)));
    } else {
      addFirst(this.#any, action, position);
    }
  }

  finish(): RuleGroupData {
    const table = this.#literals.finish();
    const finished = (index: GlobIndexBuilder): GlobIndexData => index.finish(table);
    return {
      any: this.#any,
      all: this.#all,
      arguments: Object.fromEntries(Array.from(this.#arguments, ([looksAt, index]) => [looksAt, finished(index)])),
      fields: Array.from(
        this.#fields.values(),
        ({ keys, index }): FieldIndexData => ({ keys, index: finished(index) }),
      ),
      classes: [...this.#classes],
      strictOperators: this.#strictOperators,
      textPositions: Int32Array.from(this.#textPositions),
      table,
    };
  }

  /** `alone`: the rule requires nothing else, so finding its literal may settle it. */
  #addArgument(argument: Argument, entry: Entry, alone: boolean): void {
    const add = (looksAt: LooksAt, shape: GlobShape, isProven = alone) =>
      this.#index(looksAt).add(isProven ? shape : unproven(shape), entry);
    switch (argument.kind) {
      case 'text':
        for (const glob of commandGlobs(argument)) add('text', textShape(glob));
        return;
      case 'path': {
        const { anchor, alternatives } = this.#foldPaths ? foldPathGlob(argument.glob) : argument.glob;
        for (const segments of alternatives) add(anchor, pathShape(segments));
        return;
      }
      case 'url':
        // A loose glob is looser than the rule, unless it is all there is.
        for (const loose of argument.glob.loose) add('url', textShape(loose), alone && argument.glob.parts === null);
        return;
      case 'class':
        throw new Error('no text leads to a rule about a class');
    }
  }

  /** Indexed by the most selective field. */
  #addFields(fields: readonly FieldGlob[], entry: Entry): void {
    const [best] = fields
      .map(({ keys, glob }) => ({ keys, shape: textShape(glob) }))
      .sort((one, other) => literalLength(other.shape) - literalLength(one.shape));
    if (best === undefined) throw new Error('a field rule asks for at least one field');
    const name = best.keys.join('.');
    const filed = this.#fields.get(name) ?? { keys: best.keys, index: new GlobIndexBuilder(this.#literals) };
    this.#fields.set(name, filed);
    filed.index.add(fields.length === 1 ? best.shape : unproven(best.shape), entry);
  }

  #index(looksAt: LooksAt): GlobIndexBuilder {
    const index = this.#arguments.get(looksAt) ?? new GlobIndexBuilder(this.#literals);
    this.#arguments.set(looksAt, index);
    return index;
  }

  #class(name: ClassName): FirstByAction {
    const first = this.#classes.get(name) ?? noneByAction();
    this.#classes.set(name, first);
    return first;
  }
}
