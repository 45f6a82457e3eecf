import { exactly, join, sizeOf, UNKNOWN, unknownOf, type Value } from './value.ts';

/** The state of the shell at one point of the line. */
export class State {
  readonly variables: Map<string, Value>;
  /** `declare -i`, and variables that the shell always treats as integers. */
  readonly integers: Set<string>;
  readonly arrays: Set<string>;
  /** `declare -n` */
  readonly references: Map<string, string | null>;
  /** `$1`, `$@`; null if there are none. */
  arguments: readonly Value[] | null;
  /** The standard input of a command without a redirection. */
  input: Value;
  /** False once an assignment may not do what it says. */
  trustsAssignments: boolean;

  constructor(from?: State) {
    this.variables = new Map(from?.variables);
    // Nearly always empty, and copying an empty set is slower than creating a new one.
    this.integers = from === undefined || from.integers.size === 0 ? new Set() : new Set(from.integers);
    this.arrays = from === undefined || from.arrays.size === 0 ? new Set() : new Set(from.arrays);
    this.references = from === undefined || from.references.size === 0 ? new Map() : new Map(from.references);
    this.arguments = from?.arguments ?? null;
    this.input = from?.input ?? UNKNOWN;
    this.trustsAssignments = from?.trustsAssignments ?? true;
  }

  fork(): State {
    return new State(this);
  }

  /** From here on the state may be either of the two. Returns how much was compared. */
  merge(other: State): number {
    let size = other.variables.size;
    for (const [name, value] of this.variables) {
      const another = other.variables.get(name) ?? UNKNOWN;
      if (another === value) continue;
      size += sizeOf(value) + sizeOf(another);
      this.variables.set(name, join(value, another));
    }
    for (const [name, value] of other.variables) {
      if (!this.variables.has(name)) this.variables.set(name, join(UNKNOWN, value));
    }
    for (const name of other.integers) this.integers.add(name);
    for (const name of other.arrays) this.arrays.add(name);
    for (const [name, target] of other.references) this.references.set(name, target);
    this.arguments ??= other.arguments;
    this.trustsAssignments &&= other.trustsAssignments;
    return size;
  }

  valueOf(name: string): Value {
    const known = this.variables.get(name);
    if (known !== undefined) return known;
    if (name === 'IFS') return exactly(' ');
    if (/^(?:[@*]|[1-9]\d*)$/.test(name)) return this.#argument(name);
    return HOLDS_CODE.has(name) ? unknownOf(new Set(['$['])) : UNKNOWN;
  }

  #argument(name: string): Value {
    if (this.arguments === null) return exactly('');
    if (/\d/.test(name)) return this.arguments[Number(name) - 1] ?? exactly('');
    const told = this.arguments.every(({ texts }) => texts.length === 1);
    const all = this.arguments.reduce(join, exactly());
    return told ? { ...all, texts: [this.arguments.map(({ texts }) => texts[0]).join(' ')], isExact: false } : all;
  }

  assign(name: string, value: Value, { isSure }: { readonly isSure: boolean }): void {
    const isWhole = isSure && this.trustsAssignments && !this.arrays.has(name);
    this.variables.set(name, isWhole ? value : join(value, this.variables.get(name) ?? UNKNOWN));
  }
}

/** Variables in which the shell stores the line itself. */
const HOLDS_CODE: ReadonlySet<string> = new Set(['BASH_COMMAND', 'BASH_EXECUTION_STRING']);
