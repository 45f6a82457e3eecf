import type { Finding, Path } from '../documents/places.ts';
import { isTable, kindOf, type Table } from '../documents/table.ts';
import type { Sourced } from '../rules/rule-file.ts';
import type { ValueKind } from './value-kinds.ts';

/** A settings file while it is read: positions of its values, and the problems found so far. */
export type Reading = {
  readonly file: string;
  /** The line, layer and file of a key. */
  readonly sourced: <Value>(value: Value, path: Path) => Sourced<Value>;
  readonly errors: Finding[];
  readonly warnings: Finding[];
};

/** Reads a table key by key; keys that were never read are reported as unknown. */
export class TableReader {
  readonly table: Table;
  readonly path: Path;
  readonly reading: Reading;
  readonly #known = new Set<string>();

  constructor(table: Table, path: Path, reading: Reading) {
    this.table = table;
    this.path = path;
    this.reading = reading;
  }

  has(key: string): boolean {
    this.#known.add(key);
    return this.table[key] !== undefined;
  }

  /** Undefined if the key is missing or invalid; the latter is reported. */
  read<Value>(key: string, kind: ValueKind<Value>): Value | undefined {
    if (!this.has(key)) return undefined;
    const value = kind.read(this.table[key]);
    if (value === undefined) this.wrong(key, `\`${key}\` is ${this.#shown(key)}; expected ${kind.expected}`);
    return value;
  }

  sourced<Value>(key: string, kind: ValueKind<Value>): Sourced<Value> | undefined {
    const value = this.read(key, kind);
    return value === undefined ? undefined : this.reading.sourced(value, [...this.path, key]);
  }

  /** The tables below this one, by name; other values are reported as errors. */
  tables(): readonly (readonly [string, TableReader])[] {
    return Object.entries(this.table).flatMap(([name, value]) => {
      this.#known.add(name);
      const path = [...this.path, name];
      if (isTable(value)) return [[name, new TableReader(value, path, this.reading)] as const];
      this.wrong(name, `\`${name}\` is ${kindOf(value)}; write a \`[${path.join('.')}]\` table`);
      return [];
    });
  }

  wrong(key: string, message: string): void {
    this.reading.errors.push({ spot: { path: [...this.path, key], part: 'value' }, message });
  }

  lacking(message: string): void {
    this.reading.errors.push({ spot: { path: this.path, part: 'key' }, message });
  }

  warn(key: string, message: string): void {
    this.reading.warnings.push({ spot: { path: [...this.path, key], part: 'key' }, message });
  }

  end(): void {
    for (const key of Object.keys(this.table)) {
      if (this.#known.has(key)) continue;
      this.warn(key, `unknown key \`${key}\` is ignored; known are ${[...this.#known].join(', ')}`);
    }
  }

  /** Short words are repeated in messages; a long one may be a misplaced secret. */
  #shown(key: string): string {
    const value = this.table[key];
    return typeof value === 'string' && value.length <= MAX_SHOWN_LENGTH ? `\`${value}\`` : kindOf(value);
  }
}

const MAX_SHOWN_LENGTH = 16;
