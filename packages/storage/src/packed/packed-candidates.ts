import type { Layer } from '@caliban/gate';
import {
  type Candidate,
  type Candidates,
  candidateOf,
  type LooksAt,
  looksAt,
  operatorsOf,
} from '@caliban/gate/internal/judge/candidates';
import { scalarText, valueAt } from '@caliban/gate/internal/judge/match-fields';
import { specFor } from '@caliban/gate/internal/pattern/parse-pattern';
import type { OperatorSet } from '@caliban/gate/internal/types/command-line';
import type { ShelfCard, ToolCard } from './boxes.ts';
import type { PackedRules } from './packed-book.ts';
import { actionOf, type PackedRule } from './packed-rule.ts';
import { fieldKeys } from './place-rule.ts';
import { anyTextBox, type BoxName, holdsBoxes, type Shelf, shelf, startsBoxes } from './shelf.ts';

/** The packed rules for one tool. */
export class PackedCandidates implements Candidates {
  readonly foldsPaths: boolean;
  readonly strictOperators: OperatorSet;
  readonly #tool: string;
  readonly #rules: PackedRules;
  readonly #layer: Layer | null;
  readonly #card: ToolCard | null;
  readonly #candidates = new Map<number, Candidate | null>();
  /** From globs over tool names: what they ask for depends on the tool, so they stand in no box of its own. */
  readonly #wildcards: readonly Candidate[];
  /** One text is looked up several times, for other actions. */
  readonly #boxedBefore = new Map<string, readonly Candidate[]>();

  constructor(tool: string, rules: PackedRules, layer: Layer | null) {
    this.#tool = tool;
    this.#rules = rules;
    this.foldsPaths = rules.foldPaths;
    this.#layer = layer;
    this.#card = rules.card(tool);
    this.#wildcards = this.#ready(rules.forGlobsOver(tool));
    this.strictOperators = this.#wildcards.reduce(
      (set, { argument, action }) => set | operatorsOf(argument, action),
      this.#card?.operators ?? 0,
    );
  }

  any(): readonly Candidate[] {
    const any = this.#wildcards.filter(({ argument, hasFields }) => argument === null && !hasFields);
    return [...this.#ready(this.#card?.any ?? []), ...any];
  }

  first(): readonly Candidate[] {
    return [...this.#ready(this.#card?.first ?? []), ...this.#wildcards];
  }

  near(there: LooksAt, text: string): readonly Candidate[] {
    return [...this.#boxed(there, [text]), ...this.#wildcards.filter(({ argument }) => looksAt(argument, there))];
  }

  byClass(): readonly Candidate[] {
    return this.#wildcards.filter(({ argument }) => argument?.kind === 'class');
  }

  byFields(input: unknown): Iterable<Candidate> {
    const candidates = Object.keys(this.#card?.shelves ?? {}).flatMap((there) => {
      const keys = fieldKeys(there);
      return keys === null ? [] : this.#boxed(there, fieldTexts(input, keys));
    });
    // Elements of one array lead to the same rule again and again; it is tried once.
    return new Set(
      [...candidates, ...this.#wildcards].filter(({ argument, hasFields }) => argument === null && hasFields),
    );
  }

  #boxed(there: string, texts: readonly string[]): readonly Candidate[] {
    const card = this.#card?.shelves[there];
    if (card === undefined) return [];
    const from = shelf(this.#tool, there);
    return texts.flatMap((text) => {
      const key = `${there}\0${text}`;
      const known = this.#boxedBefore.get(key);
      if (known !== undefined) return known;
      const found: Candidate[] = [];
      for (const name of this.#boxesFor(from, card, text)) {
        for (const candidate of this.#ready(this.#rules.box(name))) found.push(candidate);
      }
      this.#boxedBefore.set(key, found);
      return found;
    });
  }

  /** The boxes of a shelf in which rules for this text may stand. */
  #boxesFor(from: Shelf, { starts, holds, anything }: ShelfCard, text: string): BoxName[] {
    const mayHave = (one: number) => this.#rules.mayHave(one);
    const held = holds.flatMap((length) => holdsBoxes(from, text, length, mayHave));
    return [...(anything ? [anyTextBox(from)] : []), ...startsBoxes(from, text, starts, mayHave), ...held];
  }

  #ready(packed: readonly PackedRule[]): readonly Candidate[] {
    return packed.flatMap((rule) => this.#candidate(rule) ?? []);
  }

  /** Null for a rule of another layer, and for one that never matches this tool. */
  #candidate(packed: PackedRule): Candidate | null {
    const [position] = packed;
    const known = this.#candidates.get(position);
    if (known !== undefined) return known;
    const candidate = this.#layer === null || this.#rules.layerOf(packed) === this.#layer ? this.#read(packed) : null;
    this.#candidates.set(position, candidate);
    return candidate;
  }

  #read(packed: PackedRule): Candidate | null {
    const [position] = packed;
    const spec = specFor(this.#rules.rule(position).pattern, this.#tool);
    return spec && candidateOf(spec, { position, action: actionOf(packed), foldPaths: this.foldsPaths });
  }
}

/** What the input has there, as text: one value, or each element of a list. */
function fieldTexts(input: unknown, keys: readonly string[]): readonly string[] {
  const value = valueAt(input, keys);
  return (Array.isArray(value) ? value : [value]).flatMap((element) => scalarText(element) ?? []);
}
