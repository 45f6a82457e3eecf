import type { Locate, Spot } from './places.ts';
import { quotedOffset } from './quoted-offset.ts';
import type { Span, TomlPair, TomlTable, TomlTree, TomlValue } from './toml-tree.ts';

/** Finds the parts of a TOML text. */
export function tomlLocator(text: string, tree: TomlTree): Locate {
  const top = new Landmark(0);
  top.inside = tree.top;
  let landmark = top;
  let names: readonly string[] = [];
  for (const table of tree.tables) {
    // Usually the next item of the same list: the reader shares the `names` of equal headers.
    if (table.key.names !== names) {
      names = table.key.names;
      landmark = top;
      for (const name of names) landmark = landmark.lastItem().at(name, table.start);
    }
    if (table.isItem) landmark.addItem(table);
    else landmark.inside = table;
  }
  return (spot) => {
    try {
      return find(top, spot, text);
    } catch {
      // smol-toml accepted the text but the scanner can't take it apart.
      return 0;
    }
  };
}

/** Where a key and its value are. Its children are located only when one of them is looked up: a file may have many thousands. */
class Landmark {
  readonly key: number;
  value: Span | null = null;
  /** The tables of an array of tables. */
  tables: TomlTable[] | null = null;
  /** What hasn't been located yet. */
  inside: { readonly pairs: readonly TomlPair[] } | { readonly items: readonly TomlValue[] } | null = null;
  private parts: Map<string | number, Landmark> | null = null;

  constructor(key: number) {
    this.key = key;
  }

  get(step: string | number): Landmark | undefined {
    if (this.inside !== null) this.markInside();
    const table = typeof step === 'number' ? this.tables?.[step] : undefined;
    return this.parts?.get(step) ?? (table === undefined ? undefined : this.addTable(step, table));
  }

  /** Adds the key at this offset if it is new. */
  at(step: string | number, offset: number): Landmark {
    return this.get(step) ?? this.add(step, offset);
  }

  addItem(table: TomlTable): void {
    this.tables ??= [];
    this.tables.push(table);
  }

  /** The item that `[list.key]` adds to; for anything but a list, the landmark itself. */
  lastItem(): Landmark {
    return this.tables === null ? this : (this.get(this.tables.length - 1) as Landmark);
  }

  private add(step: string | number, offset: number): Landmark {
    const landmark = new Landmark(offset);
    this.parts ??= new Map();
    this.parts.set(step, landmark);
    return landmark;
  }

  private addTable(step: string | number, table: TomlTable): Landmark {
    const landmark = this.add(step, table.start);
    landmark.inside = table;
    return landmark;
  }

  private markInside(): void {
    const { inside } = this;
    this.inside = null;
    if (inside === null) return;
    if ('items' in inside) {
      for (const [index, item] of inside.items.entries()) this.at(index, item.start).mark(item);
      return;
    }
    for (const { key, value } of inside.pairs) {
      let landmark: Landmark = this;
      for (const name of key.names) landmark = landmark.at(name, key.start);
      landmark.mark(value);
    }
  }

  private mark(value: TomlValue): void {
    this.value = value;
    this.inside = value.kind === 'scalar' ? null : value;
  }
}

function find(top: Landmark, { path, part, offset }: Spot, text: string): number {
  let landmark = top;
  for (let index = 0; index < path.length; index++) {
    const step = path[index] as string | number;
    const table = part === 'key' && index === path.length - 1 ? landmark.tables?.[step as number] : undefined;
    // Every rule's line is looked up: a landmark for each would cost more than reading the text.
    if (table !== undefined) return table.start;
    const next = landmark.get(step);
    if (next === undefined) return landmark.key;
    landmark = next;
  }
  if (part === 'key' || landmark.value === null) return landmark.key;
  const { start, end } = landmark.value;
  return offset === undefined ? start : start + quotedOffset(text.slice(start, end), offset);
}
