/** The literal texts a line puts into its variables: `x=push; git $x` has `push` for `x`. */
export class KnownValues {
  readonly #values = new Map<string, Value[]>();
  #count = 0;
  #takesArguments = false;

  /** What is longer is left out: `x=$x$x` doubles it each time. */
  add(name: string, text: string): void {
    if (text.length > LONGEST_VALUE) return;
    const known = this.#values.get(name) ?? [];
    if (known.length < MOST_VALUES) known.unshift({ text, number: this.#count });
    this.#values.set(name, known);
    this.#count++;
  }

  /** Behind what is there already. */
  append(name: string, text: string): void {
    const before = (this.#values.get(name) ?? []).map((known) => known.text);
    for (const known of before) this.add(name, known + text);
  }

  /** Now: what is added later has not happened yet, unless a loop comes round again. */
  mark(): Told {
    const now = this.#count;
    return (name) => {
      const values = this.#values.get(name) ?? [];
      if (values.length === 0) return this.#unset(name);
      const texts = values.map(({ text }) => text);
      return values.some(({ number }) => number < now) ? texts : ['', ...texts];
    };
  }

  /** From now on `$1` and its like may stand for something. */
  takeArguments(): void {
    this.#takesArguments = true;
  }

  /** What is known of a variable that the line does not set. */
  #unset(name: string): readonly string[] {
    if (name === 'IFS') return [' '];
    return /^(?:[@*]|[1-9]\d*)$/.test(name) && !this.#takesArguments ? [''] : [];
  }
}

/** What the line tells about a variable, the newest first; none where it says nothing. */
export type Told = (name: string) => readonly string[];

type Value = { readonly text: string; readonly number: number };

const MOST_VALUES = 8;
const LONGEST_VALUE = 4096;
