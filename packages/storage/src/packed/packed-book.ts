import type { Layer, Rule, RuleBook } from '@caliban/gate';
import { candidateRules } from '@caliban/gate/internal/judge/candidates';
import type { RuleIndex, ToolRules } from '@caliban/gate/internal/judge/rule-index';
import { matchesText, parseTextGlob } from '@caliban/gate/internal/text/text-glob';
import type { ToolCard } from './boxes.ts';
import type { PackReader } from './pack-reader.ts';
import { PackedCandidates } from './packed-candidates.ts';
import { type PackedRule, unpackRule } from './packed-rule.ts';
import { type BoxName, toolBox, toolGlobBox } from './shelf.ts';

/** A rule book that is read from a packed policy as a call is judged: only what the call may meet is ever unpacked. */
export function packedBook(pack: PackReader): RuleBook {
  const rules = new PackedRules(pack);
  return {
    rules: packedIndex(rules, null),
    locked: pack.header.lockedLayers.map((layer) => packedIndex(rules, layer)),
    seesThroughWrappers: pack.header.settings.seeThroughWrappers?.value,
  };
}

/** `layer`: only its rules count; null: all do. Positions stay those of the whole list, and only their order matters. */
function packedIndex(rules: PackedRules, layer: Layer | null): RuleIndex {
  const tools = new Map<string, ToolRules>();
  return {
    size: rules.size,
    rule: (position) => rules.rule(position),
    forTool(name) {
      const known = tools.get(name) ?? candidateRules(new PackedCandidates(name, rules, layer));
      tools.set(name, known);
      return known;
    },
  };
}

/** What has been unpacked so far. */
export class PackedRules {
  readonly size: number;
  readonly foldPaths: boolean;
  readonly #pack: PackReader;
  readonly #known = new Map<number, PackedRule>();
  readonly #unpacked = new Map<number, Rule>();
  readonly #boxes = new Map<string, readonly PackedRule[]>();

  constructor(pack: PackReader) {
    this.#pack = pack;
    this.size = pack.header.rules;
    this.foldPaths = pack.header.foldPaths;
  }

  /** Of a position that a look-up has found. */
  rule(position: number): Rule {
    const known = this.#unpacked.get(position);
    if (known !== undefined) return known;
    const packed = this.#known.get(position);
    if (packed === undefined) throw new RangeError(`no rule was found at ${position}`);
    const rule = unpackRule(packed, this.#pack.header.origins);
    this.#unpacked.set(position, rule);
    return rule;
  }

  layerOf([, , origin]: PackedRule): Layer {
    return (this.#pack.header.origins[origin] as { layer: Layer }).layer;
  }

  mayHave(one: number): boolean {
    return this.#pack.mayHave(one);
  }

  card(tool: string): ToolCard | null {
    const name = toolBox(tool);
    const card = this.mayHave(name.one) ? (this.#pack.open(name) as ToolCard | null) : null;
    if (card !== null) for (const rule of [...card.any, ...card.first]) this.#known.set(rule[0], rule);
    return card;
  }

  /** Rules written for any of several tools, this one among them. */
  forGlobsOver(tool: string): readonly PackedRule[] {
    return this.#pack.header.toolGlobs
      .filter((glob) => matchesText(parseTextGlob(glob), tool))
      .flatMap((glob) => this.box(toolGlobBox(glob)));
  }

  box(name: BoxName): readonly PackedRule[] {
    if (!this.mayHave(name.one)) return NONE;
    const key = `${name.one}:${name.other}`;
    const known = this.#boxes.get(key);
    if (known !== undefined) return known;
    const rules = (this.#pack.open(name) as readonly PackedRule[] | null) ?? NONE;
    for (const rule of rules) this.#known.set(rule[0], rule);
    this.#boxes.set(key, rules);
    return rules;
  }
}

const NONE: readonly PackedRule[] = [];
