import { commandGlobs } from '../../pattern/command-globs.ts';
import { foldPathGlob } from '../../text/fold-path-glob.ts';
import type { ClassName } from '../../types/class-name.ts';
import type { OperatorSet } from '../../types/command-line.ts';
import type { PathAnchor } from '../../types/glob.ts';
import type { ArgumentGlob, Spec } from '../../types/pattern.ts';
import type { Action } from '../../types/rule.ts';
import { type ActionSet, actionBit, STRICT } from '../rule-index.ts';
import { strictSpelling } from '../strict-spelling.ts';
import { type Entry, packEntry, positionOf } from './entry.ts';
import { FieldIndex } from './field-index.ts';
import { FirstByAction } from './first-by-action.ts';
import { GlobIndex } from './glob-index.ts';
import { type GlobShape, textShape, unproven } from './glob-shape.ts';
import { IntegerList } from './growing.ts';
import { InsideIndex } from './inside-index.ts';
import type { GrownTable, LiteralTableBuilder } from './literal-table-builder.ts';
import { pathShape } from './path-shape.ts';
import type { ReadyRules } from './ready-rules.ts';

export type GroupOptions = {
  readonly builder: LiteralTableBuilder;
  readonly rules: ReadyRules;
  readonly foldPaths: boolean;
};

/** The rules whose tool is written the same way, by what they ask of a call. Added in the order of their positions. */
export class RuleGroup {
  /** The first rule for any call, and the first of all, by action. */
  readonly any: FirstByAction = new FirstByAction();
  readonly all: FirstByAction = new FirstByAction();
  text: GlobIndex | null = null;
  root: GlobIndex | null = null;
  home: GlobIndex | null = null;
  workspace: GlobIndex | null = null;
  url: GlobIndex | null = null;
  fields: FieldIndex | null = null;
  classes: Map<ClassName, FirstByAction> | null = null;
  /** What deny and ask rules in `text` spell. */
  strictOperators: OperatorSet = 0;
  /** The positions of the rules in `text`, while they come in and then. */
  #textAdded: IntegerList | null = null;
  #textPositions: Int32Array | null = null;
  #inside: InsideIndex | null = null;
  readonly #options: GroupOptions;

  constructor(options: GroupOptions) {
    this.#options = options;
  }

  add({ argument, fields }: Spec, action: Action, position: number): void {
    this.all.add(action, position);
    if (argument?.kind === 'class') {
      this.#addClass(argument.name, action, position);
    } else if (argument !== null) {
      const isAnywhere = argument.kind === 'text' && argument.anywhere;
      this.#addArgument(argument, packEntry(position, actionBit(action), isAnywhere), fields.length === 0);
    } else if (fields.length > 0) {
      this.fields ??= new FieldIndex(this.#options.builder, this.#options.rules.verify);
      this.fields.add(fields, packEntry(position, actionBit(action)));
    } else {
      this.any.add(action, position);
    }
  }

  finish(grown: GrownTable): void {
    this.#textPositions = this.#textAdded?.taken() ?? null;
    this.#textAdded = null;
    for (const index of [this.text, this.root, this.home, this.workspace, this.url, this.fields]) index?.finish(grown);
  }

  /** Every text rule as a `~` rule. Seldom needed, so it is built when it is. */
  firstInside(text: string, input: unknown, actions: ActionSet, below: number): number {
    if (this.#textPositions === null) return below;
    this.#inside ??= new InsideIndex(this.#textPositions, this.#options.rules);
    return this.#inside.first(text, input, actions, below);
  }

  #addClass(name: ClassName, action: Action, position: number): void {
    this.classes ??= new Map();
    const first = this.classes.get(name) ?? new FirstByAction();
    this.classes.set(name, first);
    first.add(action, position);
  }

  /** `alone`: the rule asks for nothing else, so that finding its literal may settle it. */
  #addArgument(argument: Exclude<ArgumentGlob, { kind: 'class' }>, entry: Entry, alone: boolean): void {
    switch (argument.kind) {
      case 'text':
        this.text ??= this.#newIndex();
        this.#textAdded ??= new IntegerList();
        this.#textAdded.push(positionOf(entry));
        if ((entry & STRICT) !== 0) this.strictOperators |= strictSpelling(argument.glob.text);
        for (const glob of commandGlobs(argument)) this.text.add(shape(textShape(glob), alone), entry);
        return;
      case 'path': {
        const { anchor, alternatives } = this.#options.foldPaths ? foldPathGlob(argument.glob) : argument.glob;
        const index = this.#pathIndex(anchor);
        for (const segments of alternatives) index.add(shape(pathShape(segments), alone), entry);
        return;
      }
      case 'url':
        this.url ??= this.#newIndex();
        // A loose glob is looser than the rule, unless it is all there is.
        for (const loose of argument.glob.loose) {
          this.url.add(shape(textShape(loose), alone && argument.glob.parts === null), entry);
        }
        return;
    }
  }

  #pathIndex(anchor: PathAnchor): GlobIndex {
    const index = this[anchor] ?? this.#newIndex();
    this[anchor] = index;
    return index;
  }

  #newIndex(): GlobIndex {
    return new GlobIndex(this.#options.builder, this.#options.rules.verify);
  }
}

function shape(whole: GlobShape, alone: boolean): GlobShape {
  return alone ? whole : unproven(whole);
}
