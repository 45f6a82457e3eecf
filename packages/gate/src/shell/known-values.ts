/** The texts a line puts into its variables, as far as it tells them: `x=push; git $x` has `push` for `x`. */
export class KnownValues {
  /** There was too much of it to look at everything. */
  isPartial = false;
  readonly #values = new Map<string, Value[]>();
  #count = 0;
  #left = MOST_CHARACTERS;
  readonly #lists = new Set<string>();
  readonly #noted: Noted[] = [];
  /** What is noted once more right now. */
  #noting: Noted | null = null;
  #takesArguments = false;
  #open: Moment | null = null;

  /** `isSet`: whatever happens, the variable is set from now on. Null: to what, nobody knows. False where there is no room for it. */
  add(name: string, text: string | null, isSet: boolean): boolean {
    const known = this.#values.get(name) ?? [];
    this.#values.set(name, known);
    if (this.#noting !== null && known.some((value) => value.text === text && value.number === this.#place))
      return true;
    const hasRoom = known.length < MOST_VALUES && this.spend(EACH + (text?.length ?? 0));
    if (hasRoom) known.unshift({ text, isSet, number: this.#place, goneAt: Number.POSITIVE_INFINITY });
    else this.isPartial = true;
    if (this.#noting === null) this.#count++;
    return hasRoom;
  }

  /** One of the texts behind what is there already, with `between` before it. */
  append(name: string, texts: readonly string[], { between, isSet }: { between: string; isSet: boolean }): void {
    if ((this.#values.get(name)?.length ?? 0) >= MOST_VALUES || this.#left < 0) {
      this.isPartial = true;
      if (this.#noting === null) this.#count++;
      return;
    }
    const known = this.now().values(name);
    const before = known.length === 0 ? [''] : known;
    for (const text of texts) {
      for (const each of before) if (!this.add(name, each === '' ? text : each + between + text, isSet)) return;
    }
  }

  /** One value in its place is only another first element. */
  noteList(name: string): void {
    this.#lists.add(name);
  }

  /** Whatever else happens, from now on it holds nothing of what it held. */
  forget(name: string): void {
    if (this.#lists.has(name)) return;
    for (const value of this.#values.get(name) ?? []) {
      // The newest come first, and all that stood behind one when it went are gone with it.
      if (this.#noting === null && value.goneAt <= this.#place) break;
      if (value.number < this.#place) value.goneAt = Math.min(value.goneAt, this.#place);
    }
    if (this.#noting === null) this.#count++;
  }

  /** What the line has said so far. */
  now(): Told {
    return this.#toldFrom({ start: this.#place, end: this.#place, isRepeated: this.#noting?.isRepeated === true });
  }

  /** What a loop or a function assigns may have to do with what the line says only later, and so may all that follows it. */
  note(assign: () => void, isRepeated: boolean): void {
    if (isRepeated || this.#noted.length > 0) this.#noted.push({ number: this.#count, isRepeated, assign });
    assign();
  }

  /** All of the line is known: once more, and again for what comes of that. */
  noteAgain(): void {
    for (const noted of [...this.#noted, ...this.#noted]) {
      this.#noting = noted;
      noted.assign();
    }
    this.#noting = null;
  }

  get #place(): number {
    return this.#noting?.number ?? this.#count;
  }

  /**
   * The same for a command that is looked at when all of the line is known. What is said later has not happened yet, unless it
   * is repeated: in a loop, in a function.
   */
  atCommand(isRepeated: boolean): Told {
    this.#open = { start: this.#count, end: this.#count, isRepeated };
    return this.#toldFrom(this.#open);
  }

  /** The same for what else stands there. */
  here(isRepeated: boolean): Told {
    return this.#toldFrom({ start: this.#count, end: this.#count, isRepeated });
  }

  #toldFrom(moment: Moment): Told {
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
      giveUp: () => {
        this.isPartial = true;
      },
    };
  }

  /** Nothing a line holds may keep the gate busy: false once it has made up too much text. */
  spend(characters: number): boolean {
    this.#left -= characters;
    if (this.#left < 0) this.isPartial = true;
    return this.#left >= 0;
  }

  /** What was said since `atCommand` was said in that command itself: `git ${x:=push} $x`. */
  endOfCommand(): void {
    if (this.#open !== null) this.#open.end = this.#count;
    this.#open = null;
  }

  get takesArguments(): boolean {
    return this.#takesArguments;
  }

  /** From now on `$1` and its like may stand for something. */
  takeArguments(): void {
    this.#takesArguments = true;
  }

  #toldAt({ start, end, isRepeated }: Moment, name: string): readonly string[] {
    const known = this.#values.get(name);
    if (known === undefined) return this.#unset(name);
    if (!this.spend(EACH_TOLD * known.length)) return [];
    const values = known.filter(({ number, goneAt }) => goneAt >= start && (isRepeated || number < end));
    const texts = new Set(values.flatMap(({ text }) => text ?? []));
    if (texts.size === 0) return values.length === 0 ? this.#unset(name) : [];
    if (!values.some(({ number }) => number < start)) return ['', ...texts];
    const isKnown = values.some(({ number, isSet }) => number < start && isSet) && !values.some(isUnknown);
    return isKnown ? [...texts] : [...texts, ''];
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
  /** There is more than is looked at. */
  readonly giveUp: () => void;
};

/** Assignments, and by how much was said before them where they stand. */
type Noted = { readonly number: number; readonly isRepeated: boolean; readonly assign: () => void };

/** A place in the line, by how much was said before it and at its end. */
type Moment = { readonly start: number; end: number; readonly isRepeated: boolean };

function isUnknown({ text }: Value): boolean {
  return text === null;
}

type Value = { readonly text: string | null; readonly isSet: boolean; readonly number: number; goneAt: number };

const MOST_VALUES = 1024;
/** What one of them takes beside its text. */
const EACH = 64;
/** What looking at one of them takes. */
const EACH_TOLD = 8;
/** What is written in a line is shorter by far: `x=$x$x` doubles it each time. */
const MOST_CHARACTERS = 2 * 1024 * 1024;
