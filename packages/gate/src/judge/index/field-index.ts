import type { FieldGlob } from '../../types/pattern.ts';
import { scalarText, valueAt } from '../match-fields.ts';
import { type ActionSet, ALLOW, STRICT } from '../rule-index.ts';
import type { Entry } from './entry.ts';
import { GlobIndex } from './glob-index.ts';
import { type GlobShape, literalLength, textShape, unproven } from './glob-shape.ts';
import type { GrownTable, LiteralTableBuilder } from './literal-table-builder.ts';
import type { Verify } from './probe.ts';

type KeyedIndex = { readonly keys: readonly string[]; readonly index: GlobIndex };

/** With more keys than this, the input is asked which of them it has. */
const FEW_KEYS = 8;

/** Rules that ask for input fields alone, each filed under the one field that tells most. */
export class FieldIndex {
  readonly #builder: LiteralTableBuilder;
  readonly #verify: Verify;
  readonly #all: KeyedIndex[] = [];
  /** While rules are added. */
  #byKeys: Map<string, GlobIndex> | null = null;
  #byFirstKey: Map<string, KeyedIndex[]> | null = null;

  constructor(builder: LiteralTableBuilder, verify: Verify) {
    this.#builder = builder;
    this.#verify = verify;
  }

  add(fields: readonly FieldGlob[], entry: Entry): void {
    const { keys, shape } = mostTelling(fields);
    this.#indexFor(keys).add(fields.length === 1 ? shape : unproven(shape), entry);
  }

  finish(grown: GrownTable): void {
    for (const { index } of this.#all) index.finish(grown);
    this.#byKeys = null;
  }

  first(input: unknown, actions: ActionSet, below: number): number {
    let best = below;
    for (const keyed of this.#candidates(input)) best = firstByKeys(keyed, input, actions, best);
    return best;
  }

  #indexFor(keys: readonly string[]): GlobIndex {
    this.#byKeys ??= new Map();
    const name = keys.join('.');
    const known = this.#byKeys.get(name);
    if (known !== undefined) return known;
    const index = new GlobIndex(this.#builder, this.#verify);
    this.#byKeys.set(name, index);
    this.#all.push({ keys, index });
    return index;
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

function mostTelling(fields: readonly FieldGlob[]): { keys: readonly string[]; shape: GlobShape } {
  let best: { keys: readonly string[]; shape: GlobShape } | null = null;
  for (const { keys, glob } of fields) {
    const shape = textShape(glob);
    if (best === null || literalLength(shape) > literalLength(best.shape)) best = { keys, shape };
  }
  if (best === null) throw new Error('a field rule asks for at least one field');
  return best;
}

function firstByKeys({ keys, index }: KeyedIndex, input: unknown, actions: ActionSet, below: number): number {
  if (index.smallest >= below) return below;
  const value = valueAt(input, keys);
  if (Array.isArray(value)) return firstByElements(index, value, input, actions, below);
  const text = scalarText(value);
  return text === null ? below : index.first(text, input, actions, below);
}

/** An element leads to the rules; whether the array matches is tried on the whole of it. */
function firstByElements(
  index: GlobIndex,
  elements: readonly unknown[],
  input: unknown,
  actions: ActionSet,
  below: number,
): number {
  const tried = new Set<number>();
  let best = below;
  // An allow needs every element, so the first one leads to it; a deny or ask may hang on any.
  const first = scalarText(elements[0]);
  if (first !== null) best = index.firstByElement(first, input, actions & ALLOW, best, tried);
  for (const element of elements) {
    const text = scalarText(element);
    if (text !== null) best = index.firstByElement(text, input, actions & STRICT, best, tried);
  }
  return best;
}
