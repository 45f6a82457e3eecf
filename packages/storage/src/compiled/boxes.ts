import type { Rule } from '@caliban/gate';
import { literalText } from '@caliban/gate/internal/text/text-glob';
import { type Origin, type PackedRule, packRule } from './packed-rule.ts';
import { type Mark, placeOf } from './place-rule.ts';
import {
  anyTextBox,
  type BoxName,
  FEWEST_HELD,
  holdsBox,
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
  for (const [position, rule] of rules.entries()) {
    const { tool, spec } = rule.pattern;
    const packed = packRule(rule, position, sorter.origin(rule));
    const name = literalText(tool);
    if (name === null) {
      sorter.addForGlob(tool.text, packed);
      continue;
    }
    if (spec === 'by-tool') throw new Error('a rule that names its tool was read for no tool');
    const place = placeOf(spec, { foldPaths });
    sorter.addToCard(name, rule, packed, { isAny: place === null });
    if (place !== null) sorter.add(name, place.looksAt, place.marks, packed);
  }
  return sorter.finish();
}

type RuleBox = { readonly name: BoxName; readonly rules: PackedRule[] };

class Sorter {
  /** By one half of their names; hardly two share it. */
  readonly #rulesIn = new Map<number, RuleBox[]>();
  readonly #cards = new Map<string, { card: ToolCard; seen: Set<string> }>();
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

  addForGlob(glob: string, rule: PackedRule): void {
    this.#globs.add(glob);
    this.#put(toolGlobBox(glob), rule);
  }

  addToCard(tool: string, { action, source }: Rule, rule: PackedRule, { isAny }: { readonly isAny: boolean }): void {
    const { card, seen } = this.#card(tool);
    const isNew = (kind: string) => seen.size !== seen.add(`${kind} ${source.layer} ${action}`).size;
    if (isNew('first')) card.first.push(rule);
    if (isAny && isNew('any')) card.any.push(rule);
  }

  add(tool: string, looksAt: string, marks: readonly Mark[], rule: PackedRule): void {
    const { card } = this.#card(tool);
    card.shelves[looksAt] ??= { starts: [], holds: [], anything: false };
    const shelfCard = card.shelves[looksAt];
    for (const mark of marks) this.#addMarked(shelf(tool, looksAt), shelfCard, mark, rule);
  }

  finish(): PackedBoxes {
    this.#putHeld();
    return {
      boxes: [
        ...[...this.#rulesIn.values()].flat().map(({ name, rules }) => ({ name, content: rules })),
        ...Array.from(this.#cards, ([tool, { card }]) => ({ name: toolBox(tool), content: card })),
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
    const counts = new Map<number, number>();
    const count = ({ one }: BoxName) => counts.get(one) ?? 0;
    for (const { shelf, text } of this.#held) {
      for (const { name } of piecesOf(shelf, text)) counts.set(name.one, count(name) + 1);
    }
    for (const { shelf, card, text, rule } of this.#held) {
      const pieces = piecesOf(shelf, text);
      const rarest = pieces.reduce((best, piece) => (count(piece.name) < count(best.name) ? piece : best));
      note(card.holds, rarest.length);
      this.#put(rarest.name, rule);
    }
  }

  #put(name: BoxName, rule: PackedRule): void {
    const { rules } = this.#box(name);
    // A rule of many alternatives may come to the same box twice, one after the other.
    if (rules.at(-1) !== rule) rules.push(rule);
  }

  #box(name: BoxName): RuleBox {
    const known = this.#rulesIn.get(name.one);
    const same = known?.find((box) => box.name.other === name.other);
    if (same !== undefined) return same;
    const box = { name, rules: [] };
    if (known === undefined) this.#rulesIn.set(name.one, [box]);
    else known.push(box);
    return box;
  }

  #card(tool: string): { card: ToolCard; seen: Set<string> } {
    const known = this.#cards.get(tool) ?? { card: { any: [], first: [], shelves: {} }, seen: new Set<string>() };
    this.#cards.set(tool, known);
    return known;
  }
}

function piecesOf(shelf: Shelf, text: string): { readonly name: BoxName; readonly length: number }[] {
  const length = Math.max(FEWEST_HELD, Math.min(MOST_HELD, text.length));
  return Array.from({ length: text.length - length + 1 }, (_, start) => ({
    name: holdsBox(shelf, text, start, length),
    length,
  }));
}

function note(lengths: number[], length: number): void {
  if (lengths.includes(length)) return;
  lengths.push(length);
  lengths.sort((one, other) => one - other);
}
