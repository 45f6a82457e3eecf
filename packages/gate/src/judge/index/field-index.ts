import { scalarText, valueAt } from '../match-fields.ts';
import { type ActionSet, ALLOW, DENY_OR_ASK } from '../rule-index.ts';
import { GlobIndex } from './glob-index.ts';
import type { FieldIndexData } from './index-parts.ts';
import type { LiteralTable } from './literals/literal-table.ts';
import type { Verify } from './lookup.ts';

type KeyedIndex = { readonly keys: readonly string[]; readonly index: GlobIndex };

/** With more keys than this, look up the input's keys instead. */
const FEW_KEYS = 8;

/** Rules that only require input fields, each indexed by its most selective field. */
export class FieldIndex {
  readonly #all: readonly KeyedIndex[];
  #byFirstKey: Map<string, KeyedIndex[]> | null = null;

  constructor(fields: readonly FieldIndexData[], table: LiteralTable, verify: Verify) {
    this.#all = fields.map(({ keys, index }) => ({ keys, index: new GlobIndex(index, table, verify) }));
  }

  first(input: unknown, actions: ActionSet, below: number): number {
    let best = below;
    for (const keyed of this.#candidates(input)) best = firstByKeys(keyed, input, actions, best);
    return best;
  }

  #candidates(input: unknown): readonly KeyedIndex[] {
    if (this.#all.length <= FEW_KEYS) return this.#all;
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
    this.#byFirstKey ??= byFirstKey(this.#all);
    return Object.keys(input).flatMap((key) => this.#byFirstKey?.get(key) ?? []);
  }
}

function byFirstKey(all: readonly KeyedIndex[]): Map<string, KeyedIndex[]> {
  const groups = new Map<string, KeyedIndex[]>();
  for (const keyed of all) {
    const first = keyed.keys[0] as string;
    const group = groups.get(first) ?? [];
    group.push(keyed);
    groups.set(first, group);
  }
  return groups;
}

function firstByKeys({ keys, index }: KeyedIndex, input: unknown, actions: ActionSet, below: number): number {
  if (index.smallest >= below) return below;
  const value = valueAt(input, keys);
  if (Array.isArray(value)) return firstByElements(index, value, input, actions, below);
  const text = scalarText(value);
  return text === null ? below : index.first(text, input, actions, below);
}

/** An element leads to the rules; whether the array matches is tested on the whole of it. */
function firstByElements(
  index: GlobIndex,
  elements: readonly unknown[],
  input: unknown,
  actions: ActionSet,
  below: number,
): number {
  const tried = new Set<number>();
  let best = below;
  // An allow needs every element, so the first one leads to it; a deny or ask may depend on any.
  const first = scalarText(elements[0]);
  if (first !== null) best = index.firstByElement(first, input, actions & ALLOW, best, tried);
  for (const element of elements) {
    const text = scalarText(element);
    if (text !== null) best = index.firstByElement(text, input, actions & DENY_OR_ASK, best, tried);
  }
  return best;
}
