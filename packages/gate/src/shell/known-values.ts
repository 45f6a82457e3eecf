/** The texts a line puts into its variables, as far as it tells them: `x=push; git $x` has `push` for `x`. */
export class KnownValues {
  /** There was too much of it to look at everything. */
  isPartial = false;
  readonly #values = new Map<string, Value[]>();
  #count = 0;
  #left = MOST_CHARACTERS;
  #takesArguments = false;
  #open: Moment | null = null;

  /** False where there is no room for it. */
  add(name: string, text: string): boolean {
    const known = this.#values.get(name) ?? [];
    this.#values.set(name, known);
    const hasRoom = known.length < MOST_VALUES && this.spend(EACH + text.length);
    if (hasRoom) known.unshift({ text, number: this.#count, goneAt: Number.POSITIVE_INFINITY });
    else this.isPartial = true;
    this.#count++;
    return hasRoom;
  }

  /** One of the texts behind what is there already, with `between` before it. */
  append(name: string, texts: readonly string[], between: string): void {
    const known = this.now(false).values(name);
    const before = known.length === 0 ? [''] : known;
    for (const text of texts) {
      for (const each of before) if (!this.add(name, each === '' ? text : each + between + text)) return;
    }
  }

  /** Whatever else happens, from now on it holds nothing of what it held. */
  forget(name: string): void {
    for (const value of this.#values.get(name) ?? []) value.goneAt = Math.min(value.goneAt, this.#count);
    this.#count++;
  }

  /** What the line has said so far. What it says later has not happened yet, unless it is repeated: in a loop, in a function. */
  now(isRepeated: boolean): Told {
    const moment: Moment = { start: this.#count, end: this.#count, isRepeated };
    this.#open = moment;
    const known = new Map<string | object, readonly string[]>();
    const once = (key: string | object, work: () => readonly string[]): readonly string[] => {
      const values = known.get(key) ?? work();
      known.set(key, values);
      return values;
    };
    return {
      values: (name) => once(name, () => this.#toldAt(moment, name)),
      once,
      spend: (characters) => this.spend(characters),
    };
  }

  /** Nothing a line holds may keep the gate busy: false once it has made up too much text. */
  spend(characters: number): boolean {
    this.#left -= characters;
    if (this.#left < 0) this.isPartial = true;
    return this.#left >= 0;
  }

  /** What was said since the last `now` was said in one command with it: `git ${x:=push} $x`. */
  endOfCommand(): void {
    if (this.#open !== null) this.#open.end = this.#count;
    this.#open = null;
  }

  /** From now on `$1` and its like may stand for something. */
  takeArguments(): void {
    this.#takesArguments = true;
  }

  #toldAt({ start, end, isRepeated }: Moment, name: string): readonly string[] {
    const values = (this.#values.get(name) ?? []).filter(
      ({ number, goneAt }) => goneAt >= start && (isRepeated || number < end),
    );
    if (values.length === 0) return this.#unset(name);
    const texts = [...new Set(values.map(({ text }) => text))];
    return values.some(({ number }) => number < start) ? texts : ['', ...texts];
  }

  /** What is known of a variable that the line does not set. */
  #unset(name: string): readonly string[] {
    if (name === 'IFS') return [' '];
    return /^(?:[@*]|[1-9]\d*)$/.test(name) && !this.#takesArguments ? [''] : [];
  }
}

export type Told = {
  /** What the line tells about a variable, the newest first; none where it says nothing. Ask when all of it is known. */
  readonly values: (name: string) => readonly string[];
  /** Worked out once, however often it is asked for. */
  readonly once: (part: object, work: () => readonly string[]) => readonly string[];
  readonly spend: KnownValues['spend'];
};

/** A place in the line, by how much was said before it and at its end. */
type Moment = { readonly start: number; end: number; readonly isRepeated: boolean };

type Value = { readonly text: string; readonly number: number; goneAt: number };

const MOST_VALUES = 1024;
/** What one of them takes beside its text. */
const EACH = 64;
/** What is written in a line is shorter by far: `x=$x$x` doubles it each time. */
const MOST_CHARACTERS = 2 * 1024 * 1024;
