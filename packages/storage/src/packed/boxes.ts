import type { Layer, Rule } from '@caliban/gate';
import { strictSpelling } from '@caliban/gate/internal/judge/strict-spelling';
import { specFor } from '@caliban/gate/internal/pattern/parse-pattern';
import { literalText } from '@caliban/gate/internal/text/text-glob';
import type { OperatorSet } from '@caliban/gate/internal/types/command-line';
import type { TextGlob } from '@caliban/gate/internal/types/glob';
import { finished } from './checksum.ts';
import { type Origin, type PackedRule, packRule } from './packed-rule.ts';
import { type Mark, placeOf } from './place-rule.ts';
import {
  anyTextBox,
  type BoxName,
  FEWEST_HELD,
  heldBox,
  heldPieces,
  MOST_HELD,
  type Shelf,
  START_LENGTHS,
  shelf,
  startsBox,
  toolBox,
  toolGlobBox,
} from './shelf.ts';

/** Everything there is to know about a tool before its call is looked at. */
export type ToolCard = {
  /** Of the rules for every call, and of all rules: the first by layer and action, which is all that is ever asked for. */
  readonly any: PackedRule[];
  readonly first: PackedRule[];
  /** What its rules look at, and how the boxes there are marked. */
  readonly shelves: { [looksAt: string]: ShelfCard };
  /** What its deny and ask rules spell, of whatever layer. */
  operators: OperatorSet;
};

export type ShelfCard = {
  /** The shortest first. */
  starts: number[];
  holds: number[];
  anything: boolean;
};

export type Box = { readonly name: BoxName; readonly content: unknown };

export type PackedBoxes = {
  readonly boxes: readonly Box[];
  readonly origins: readonly Origin[];
  /** The globs over tool names that rules are written for. */
  readonly toolGlobs: readonly string[];
};

/** Rules in the order in which they are tried, each in the box where a call that it matches will look. */
export function boxRules(rules: readonly Rule[], { foldPaths }: { readonly foldPaths: boolean }): PackedBoxes {
  const sorter = new Sorter();
  for (let position = 0; position < rules.length; position++) {
    const rule = rules[position] as Rule;
    const packed = packRule(rule, position, sorter.origin(rule));
    for (const tool of rule.pattern.tool.alternatives) sorter.addForTool(tool, rule, packed, { foldPaths });
  }
  return sorter.finish();
}

type RuleBox = Box & { readonly content: PackedRule[] };

type Tool = {
  readonly card: ToolCard;
  /** Of each layer, whose actions have come: a bit for any rule, and one for a rule about every call. */
  readonly seen: Map<Layer, number>;
  readonly shelves: Map<string, { readonly shelf: Shelf; readonly card: ShelfCard }>;
};

class Sorter {
  /** By one half of their names; hardly two share it. */
  readonly #rulesIn = new Map<number, RuleBox[]>();
  readonly #tools = new Map<string, Tool>();
  readonly #globs = new Set<string>();
  readonly #origins: Origin[] = [];
  readonly #originNumbers = new Map<string, number>();
  /** Put away last: which of its characters marks the box best is known when all have come. */
  readonly #held: { shelf: Shelf; card: ShelfCard; text: string; rule: PackedRule }[] = [];

  origin({ source: { layer, file } }: Rule): number {
    const key = `${layer}\0${file ?? ''}`;
    const known = this.#originNumbers.get(key);
    if (known !== undefined) return known;
    this.#originNumbers.set(key, this.#origins.length);
    return this.#origins.push({ layer, ...(file === undefined ? {} : { file }) }) - 1;
  }

  addForTool(tool: TextGlob, rule: Rule, packed: PackedRule, options: { readonly foldPaths: boolean }): void {
    const name = literalText(tool);
    const spec = name === null ? null : specFor(rule.pattern, name);
    // No text of a call leads to a rule about a class: it stands with those that are tried on every call.
    if (name === null || spec === null || spec.argument?.kind === 'class') {
      this.addForGlob(tool.text, packed);
      return;
    }
    const place = placeOf(spec, options);
    this.addToCard(name, rule, packed, { isAny: place === null });
    if (rule.action !== 'allow' && spec.argument?.kind === 'text') {
      this.addOperators(name, strictSpelling(spec.argument.glob.text));
    }
    if (place !== null) this.add(name, place.looksAt, place.marks, packed);
  }

  addForGlob(glob: string, rule: PackedRule): void {
    this.#globs.add(glob);
    this.#put(toolGlobBox(glob), rule);
  }

  addToCard(tool: string, { source: { layer } }: Rule, rule: PackedRule, { isAny }: { readonly isAny: boolean }): void {
    const { card, seen } = this.#tool(tool);
    const [, action] = rule;
    const before = seen.get(layer) ?? 0;
    const asFirst = 1 << (2 * action);
    const asAny = isAny ? 2 << (2 * action) : 0;
    if ((before & asFirst) === 0) card.first.push(rule);
    if ((before & asAny) !== asAny) card.any.push(rule);
    seen.set(layer, before | asFirst | asAny);
  }

  addOperators(tool: string, operators: OperatorSet): void {
    this.#tool(tool).card.operators |= operators;
  }

  add(tool: string, looksAt: string, marks: readonly Mark[], rule: PackedRule): void {
    const { shelf, card } = this.#shelf(tool, looksAt);
    for (const mark of marks) this.#addMarked(shelf, card, mark, rule);
  }

  finish(): PackedBoxes {
    this.#putHeld();
    return {
      boxes: [
        ...[...this.#rulesIn.values()].flat(),
        ...Array.from(this.#tools, ([tool, { card }]) => ({ name: toolBox(tool), content: card })),
      ],
      origins: this.#origins,
      toolGlobs: [...this.#globs],
    };
  }

  #addMarked(shelf: Shelf, card: ShelfCard, mark: Mark, rule: PackedRule): void {
    switch (mark.kind) {
      case 'starts': {
        const length = START_LENGTHS.findLast((length) => length <= mark.text.length) as number;
        note(card.starts, length);
        this.#put(startsBox(shelf, mark.text, length), rule);
        return;
      }
      case 'holds':
        this.#held.push({ shelf, card, text: mark.text, rule });
        return;
      case 'anything':
        card.anything = true;
        this.#put(anyTextBox(shelf), rule);
        return;
    }
  }

  #putHeld(): void {
    const pieces = this.#held.map(({ shelf, text }) => heldPieces(shelf, text, heldLength(text)));
    const count = counter(pieces);
    for (const [index, { card, text, rule }] of this.#held.entries()) {
      const length = heldLength(text);
      note(card.holds, length);
      this.#put(heldBox(rarest(pieces[index] as readonly number[], count), length), rule);
    }
  }

  #put(name: BoxName, rule: PackedRule): void {
    const { content: rules } = this.#box(name);
    // A rule of many alternatives may come to the same box twice, one after the other.
    if (rules.at(-1) !== rule) rules.push(rule);
  }

  #box(name: BoxName): RuleBox {
    const known = this.#rulesIn.get(name.one);
    const same = known?.find((box) => box.name.other === name.other);
    if (same !== undefined) return same;
    const box = { name, content: [] };
    if (known === undefined) this.#rulesIn.set(name.one, [box]);
    else known.push(box);
    return box;
  }

  #shelf(tool: string, looksAt: string): { readonly shelf: Shelf; readonly card: ShelfCard } {
    const { card, shelves } = this.#tool(tool);
    const known = shelves.get(looksAt);
    if (known !== undefined) return known;
    const made = { shelf: shelf(tool, looksAt), card: { starts: [], holds: [], anything: false } };
    card.shelves[looksAt] = made.card;
    shelves.set(looksAt, made);
    return made;
  }

  #tool(name: string): Tool {
    const known = this.#tools.get(name);
    if (known !== undefined) return known;
    const made: Tool = { card: { any: [], first: [], shelves: {}, operators: 0 }, seen: new Map(), shelves: new Map() };
    this.#tools.set(name, made);
    return made;
  }
}

/** How often a piece stands anywhere. Some may be counted together: then a box is a little fuller than it could be. */
function counter(pieces: readonly (readonly number[])[]): (piece: number) => number {
  const all = pieces.reduce((sum, { length }) => sum + length, 0);
  const counts = new Uint32Array(2 ** Math.ceil(Math.log2(4 * all + 1)));
  const mask = counts.length - 1;
  for (const some of pieces) {
    for (let index = 0; index < some.length; index++) {
      const at = finished(some[index] as number) & mask;
      counts[at] = (counts[at] as number) + 1;
    }
  }
  return (piece) => counts[finished(piece) & mask] as number;
}

function rarest(pieces: readonly number[], count: (piece: number) => number): number {
  let best = pieces[0] as number;
  let fewest = count(best);
  for (let index = 1; index < pieces.length && fewest > 1; index++) {
    const piece = pieces[index] as number;
    const often = count(piece);
    if (often >= fewest) continue;
    best = piece;
    fewest = often;
  }
  return best;
}

function heldLength(text: string): number {
  return Math.max(FEWEST_HELD, Math.min(MOST_HELD, text.length));
}

function note(lengths: number[], length: number): void {
  if (lengths.includes(length)) return;
  lengths.push(length);
  lengths.sort((one, other) => one - other);
}
