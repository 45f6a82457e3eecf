import type { Layer } from '@caliban/gate';
import { type ReadyRule, readyRule, readyRuleMatches } from '@caliban/gate/internal/judge/index/ready-rule';
import { scalarText, valueAt } from '@caliban/gate/internal/judge/match-fields';
import {
  type Accept,
  type ActionSet,
  actionBit,
  type PathProbe,
  STRICT,
  type ToolRules,
} from '@caliban/gate/internal/judge/rule-index';
import { strictSpelling } from '@caliban/gate/internal/judge/strict-spelling';
import { specFor } from '@caliban/gate/internal/pattern/parse-pattern';
import type { OperatorSet } from '@caliban/gate/internal/types/command-line';
import type { ArgumentGlob } from '@caliban/gate/internal/types/pattern';
import type { ShelfCard, ToolCard } from './boxes.ts';
import type { PackedRules } from './packed-book.ts';
import { actionOf, type PackedRule } from './packed-rule.ts';
import { COMMAND, fieldKeys, URL_TEXT } from './place-rule.ts';
import { anyTextBox, type BoxName, holdsBoxes, type Shelf, shelf, startsBoxes } from './shelf.ts';

/** A rule that a look-up may come to, as it reads for the tool in question. */
type Candidate = {
  readonly position: number;
  readonly action: ActionSet;
  readonly argument: ArgumentGlob | null;
  readonly hasFields: boolean;
  readonly ready: ReadyRule;
};

/** The packed rules for one tool. */
export class PackedToolRules implements ToolRules {
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
      (set, candidate) => set | strictOperators(candidate),
      this.#card?.operators ?? 0,
    );
  }

  firstAny(actions: ActionSet, below: number): number {
    const any = this.#wildcards.filter(({ argument, hasFields }) => argument === null && !hasFields);
    return smallest([...this.#ready(this.#card?.any ?? []), ...any], actions, below);
  }

  firstOf(actions: ActionSet, below: number): number {
    return smallest([...this.#ready(this.#card?.first ?? []), ...this.#wildcards], actions, below);
  }

  firstText(text: string, input: unknown, actions: ActionSet, below: number, accept?: Accept): number {
    return this.#first(this.#textRules(text), text, input, { actions, below, accept });
  }

  firstAnywhere(text: string, input: unknown, actions: ActionSet, below: number): number {
    const anywhere = this.#textRules(text).filter(({ argument }) => argument?.kind === 'text' && argument.anywhere);
    return this.#first(anywhere, text, input, { actions, below });
  }

  /** Needs every rule of the tool: whoever opens a packed policy looks for such lines first. */
  firstInside(): never {
    throw new Error('the line is too long for a packed policy');
  }

  firstPath(path: PathProbe, input: unknown, actions: ActionSet, below: number, accept?: Accept): number {
    let best = below;
    for (const anchor of ['workspace', 'root', 'home'] as const) {
      const below = path[anchor];
      if (below === null) continue;
      const text = this.foldsPaths ? below.toLowerCase() : below;
      const candidates = this.#near(anchor, [text], ({ argument }) =>
        argument?.kind === 'path' ? argument.glob.anchor === anchor : false,
      );
      best = this.#first(candidates, text, input, { actions, below: best, accept });
    }
    return best;
  }

  firstUrl(url: string, input: unknown, actions: ActionSet, below: number): number {
    const candidates = this.#near(URL_TEXT, [url], ({ argument }) => argument?.kind === 'url');
    return this.#first(candidates, url, input, { actions, below });
  }

  firstFields(input: unknown, actions: ActionSet, below: number): number {
    const isWanted = ({ argument, hasFields }: Candidate) => argument === null && hasFields;
    const candidates = Object.keys(this.#card?.shelves ?? {}).flatMap((looksAt) => {
      const keys = fieldKeys(looksAt);
      return keys === null ? [] : this.#boxed(looksAt, fieldTexts(input, keys));
    });
    // Elements of one array lead to the same rule again and again; it is tried once.
    const distinct = new Set([...candidates, ...this.#wildcards].filter(isWanted));
    return this.#first(distinct, '', input, { actions, below });
  }

  #textRules(text: string): readonly Candidate[] {
    return this.#near(COMMAND, [text], ({ argument }) => argument?.kind === 'text');
  }

  /** Every rule of that kind that may match one of the texts. */
  #near(looksAt: string, texts: readonly string[], isWanted: (candidate: Candidate) => boolean): readonly Candidate[] {
    return [...this.#boxed(looksAt, texts), ...this.#wildcards.filter(isWanted)];
  }

  #boxed(looksAt: string, texts: readonly string[]): readonly Candidate[] {
    const card = this.#card?.shelves[looksAt];
    if (card === undefined) return [];
    const from = shelf(this.#tool, looksAt);
    return texts.flatMap((text) => {
      const key = `${looksAt}\0${text}`;
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

  #first(
    candidates: Iterable<Candidate>,
    text: string,
    input: unknown,
    { actions, below, accept }: { actions: ActionSet; below: number; accept?: Accept | undefined },
  ): number {
    let best = below;
    for (const { position, action, ready } of candidates) {
      if (position >= best || (action & actions) === 0) continue;
      if (readyRuleMatches(ready, text, input) && accept?.(position) !== false) best = position;
    }
    return best;
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
    if (spec === null) return null;
    const action = actionOf(packed);
    return {
      position,
      action: actionBit(action),
      argument: spec.argument,
      hasFields: spec.fields.length > 0,
      ready: readyRule(spec, action, this.foldsPaths),
    };
  }
}

function strictOperators({ action, argument }: Candidate): OperatorSet {
  return (action & STRICT) !== 0 && argument?.kind === 'text' ? strictSpelling(argument.glob.text) : 0;
}

function smallest(candidates: readonly Candidate[], actions: ActionSet, below: number): number {
  let best = below;
  for (const { position, action } of candidates) {
    if (position < best && (action & actions) !== 0) best = position;
  }
  return best;
}

/** What the input has there, as text: one value, or each element of a list. */
function fieldTexts(input: unknown, keys: readonly string[]): readonly string[] {
  const value = valueAt(input, keys);
  return (Array.isArray(value) ? value : [value]).flatMap((element) => scalarText(element) ?? []);
}
