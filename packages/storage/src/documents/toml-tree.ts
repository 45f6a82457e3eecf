import { parse } from 'smol-toml';

/** A range of a text, in UTF-16 units; `end` is exclusive. */
export type Span = { readonly start: number; readonly end: number };

/** A TOML text by its parts, in text order. */
export type TomlTree = {
  /** The part above the first table. */
  readonly top: TomlBody;
  readonly tables: readonly TomlTable[];
  readonly comments: readonly Span[];
};

export type TomlPair = Span & { readonly key: TomlKey; readonly value: TomlValue };

/** `a."b".c` has three names. */
export type TomlKey = Span & { readonly names: readonly string[] };

export type TomlValue = Span &
  (
    | { readonly kind: 'scalar' }
    | { readonly kind: 'list'; readonly items: readonly TomlValue[] }
    | { readonly kind: 'table'; readonly pairs: readonly TomlPair[] }
  );

/** The pairs below a header. They are located only when needed: most tables of a long file are never edited. */
export class TomlBody {
  readonly start: number;
  /** The offset after the last pair. */
  readonly end: number;
  private readonly text: string;
  private readonly bodyStart: number;
  private known: readonly TomlPair[] | null = null;

  constructor(text: string, start: number, bodyStart: number, end: number) {
    this.start = start;
    this.end = end;
    this.text = text;
    this.bodyStart = bodyStart;
  }

  get pairs(): readonly TomlPair[] {
    this.known ??= new PairScanner(this.text, this.bodyStart).pairsOfBody();
    return this.known;
  }
}

/** `[key]` or `[[key]]` and its content. */
export class TomlTable extends TomlBody {
  readonly key: TomlKey;
  /** Written with double brackets: an item of an array of tables. */
  readonly isItem: boolean;

  constructor(text: string, header: Header, end: number) {
    super(text, header.start, header.end, end);
    this.key = header.key;
    this.isItem = header.isItem;
  }
}

type Header = Span & Pick<TomlTable, 'key' | 'isItem'>;

/** Moves through a text that may be TOML. Throws when it isn't. */
class Cursor {
  protected readonly text: string;
  protected at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  protected key(): TomlKey {
    this.skip(SPACES);
    const start = this.at;
    const names: string[] = [];
    for (;;) {
      names.push(this.name());
      const end = this.at;
      this.skip(SPACES);
      if (this.text[this.at] !== '.') return { start, end, names };
      this.at++;
      this.skip(SPACES);
    }
  }

  private name(): string {
    const start = this.at;
    const isQuoted = isQuote(this.text[start]);
    if (isQuoted) this.skipText();
    else this.skip(BARE_KEY);
    const written = this.text.slice(start, this.at);
    if (written === '') throw new Error(`no key at ${start}`);
    return isQuoted ? (Object.keys(parse(`${written} = 0`))[0] as string) : written;
  }

  /** Uses `indexOf`: a regex would run out of memory on a text of many megabytes. */
  protected skipText(): void {
    const { text } = this;
    const quote = text[this.at] as string;
    const isLong = text.startsWith(quote.repeat(3), this.at);
    const mark = isLong ? quote.repeat(3) : quote;
    let end = text.indexOf(mark, this.at + mark.length);
    while (end !== -1 && quote === '"' && isEscaped(text, end)) end = text.indexOf(mark, end + 1);
    if (end === -1) throw new Error(`no end of the text at ${this.at}`);
    this.at = end + mark.length;
    // A multi-line string may end in quotes that belong to its content.
    for (let left = isLong ? 2 : 0; left > 0 && text[this.at] === quote; left--) this.at++;
  }

  /** Spaces, line ends and comments. */
  protected skipBlanks(): void {
    for (;;) {
      this.skip(BLANKS);
      if (this.text[this.at] !== '#') return;
      const lineEnd = this.text.indexOf('\n', this.at);
      const end = lineEnd === -1 ? this.text.length : lineEnd;
      this.comment(this.at, lineEnd !== -1 && this.text[end - 1] === '\r' ? end - 1 : end);
      this.at = end;
    }
  }

  protected comment(_start: number, _end: number): void {}

  protected skip(what: RegExp): void {
    what.lastIndex = this.at;
    if (what.test(this.text)) this.at = what.lastIndex;
  }

  protected expect(sign: string): void {
    if (this.text[this.at] !== sign) throw new Error(`no ${sign} at ${this.at}`);
    this.at++;
  }
}

class PairScanner extends Cursor {
  /** Up to the next header. */
  pairsOfBody(): readonly TomlPair[] {
    const pairs: TomlPair[] = [];
    for (this.skipBlanks(); this.at < this.text.length && this.text[this.at] !== '['; this.skipBlanks()) {
      pairs.push(this.pair());
    }
    return pairs;
  }

  private pair(): TomlPair {
    const key = this.key();
    this.expect('=');
    this.skip(SPACES);
    const value = this.value();
    return { start: key.start, end: value.end, key, value };
  }

  private value(): TomlValue {
    const start = this.at;
    switch (this.text[start]) {
      case '"':
      case "'":
        this.skipText();
        return { start, end: this.at, kind: 'scalar' };
      case '[': {
        const items: TomlValue[] = [];
        while (this.entersItem(']')) items.push(this.value());
        return { start, end: this.at, kind: 'list', items };
      }
      case '{': {
        const pairs: TomlPair[] = [];
        while (this.entersItem('}')) pairs.push(this.pair());
        return { start, end: this.at, kind: 'table', pairs };
      }
      default:
        this.skip(BARE_VALUE);
        if (this.at === start) throw new Error(`no value at ${start}`);
        return { start, end: this.at, kind: 'scalar' };
    }
  }

  /** Past the opening bracket or a comma, to the next item; past the closing bracket when there is none. */
  private entersItem(close: string): boolean {
    this.skipBlanks();
    if (this.text[this.at] !== close) {
      this.at++;
      this.skipBlanks();
    }
    if (this.text[this.at] !== close) return true;
    this.at++;
    return false;
  }
}

export type TomlReading = {
  readonly tree: TomlTree;
  /** The parsed text; null if only smol-toml can decide: it has unusual parts or isn't TOML. */
  readonly table: Values | null;
};

/** Reads the text in one pass. Throws if it can't be TOML. */
export function readTomlTree(text: string): TomlReading {
  return new TreeScanner(text, 0).read();
}

type Values = Record<string, unknown>;

/** Reads the tables and their values without locating the parts inside them. */
class TreeScanner extends Cursor {
  private readonly comments: Span[] = [];
  private readonly root: Values = {};
  /** Tables defined by headers, the intermediate tables of those headers, and arrays of tables. */
  private readonly named = new Set<unknown>();
  private readonly implied = new Set<unknown>();
  private readonly lists = new Set<unknown>();
  private readonly tables: TomlTable[] = [];
  /** Most headers of a file are the same. */
  private readonly plainNames = new Map<string, readonly string[]>();
  /** The current header, its pairs so far, and the end of the last one; null above the first header. */
  private header: Header | null = null;
  private values = this.root;
  private end = 0;
  private topEnd = 0;
  /** True while the text is usual: what was read is what smol-toml would read. */
  private isUsual = true;

  read(): TomlReading {
    for (this.skipBlanks(); this.at < this.text.length; this.skipBlanks()) {
      while (this.plainLine());
      this.skipBlanks();
      if (this.text[this.at] === '[') this.tableHeader();
      else if (this.at < this.text.length) this.pair();
    }
    this.closeTable();
    const top = new TomlBody(this.text, 0, 0, this.topEnd);
    const { tables, comments } = this;
    return { tree: { top, tables, comments }, table: this.isUsual ? this.root : null };
  }

  /** Reads `[[key]]` or `key = "text"` alone on a line, as nearly all are written. */
  private plainLine(): boolean {
    const start = this.at;
    PLAIN_LINE.lastIndex = start;
    const found = PLAIN_LINE.exec(this.text);
    if (found === null) return false;
    this.at = PLAIN_LINE.lastIndex;
    const end = this.at - (found[4] as string).length;
    const header = found[1];
    if (header !== undefined) this.open({ start, end, key: this.plainKey(header, start + 2), isItem: true });
    else this.set(found[2] as string, found[3]);
    this.end = end;
    return true;
  }

  private plainKey(written: string, start: number): TomlKey {
    let names = this.plainNames.get(written);
    if (names === undefined) {
      names = written.split('.');
      this.plainNames.set(written, names);
    }
    return { start, end: start + written.length, names };
  }

  private tableHeader(): void {
    const start = this.at;
    this.expect('[');
    const isItem = this.text[this.at] === '[';
    if (isItem) this.at++;
    const key = this.key();
    this.expect(']');
    if (isItem) this.expect(']');
    this.open({ start, end: this.at, key, isItem });
    this.expectLineEnd();
  }

  private open(header: Header): void {
    this.closeTable();
    this.header = header;
    this.end = header.end;
    this.values = this.enter(header.key.names, header.isItem);
  }

  private closeTable(): void {
    if (this.header === null) this.topEnd = this.end;
    else this.tables.push(new TomlTable(this.text, this.header, this.end));
  }

  private pair(): void {
    const { names } = this.key();
    this.expect('=');
    this.skip(SPACES);
    const start = this.at;
    this.skipValue();
    this.end = this.at;
    if (names.length > 1) this.isUsual = false;
    if (this.isUsual) this.set(names[0] as string, this.valueWritten(this.text.slice(start, this.end)));
    this.expectLineEnd();
  }

  private valueWritten(written: string): unknown {
    if (written === 'true' || written === 'false') return written === 'true';
    try {
      return parse(`x = ${written}`, { unsafeKeyBehaviour: 'throw' }).x;
    } catch {
      this.isUsual = false;
      return null;
    }
  }

  private set(key: string, value: unknown): void {
    // This includes names that every object has, such as `__proto__`.
    if (key in this.values) this.isUsual = false;
    else this.values[key] = value;
  }

  /** Returns the table that a header names. */
  private enter(names: readonly string[], isItem: boolean): Values {
    const last = names.length - 1;
    let parent = this.root;
    for (let index = 0; index < last; index++) parent = this.parent(parent, names[index] as string);
    const name = names[last] as string;
    const known = parent[name];
    const made: Values = {};
    if (!(name in parent)) {
      parent[name] = isItem ? [made] : made;
      (isItem ? this.lists : this.named).add(parent[name]);
      return made;
    }
    if (isItem && this.lists.has(known)) {
      (known as Values[]).push(made);
      return made;
    }
    if (!isItem && this.implied.delete(known)) {
      this.named.add(known);
      return known as Values;
    }
    return this.unusual();
  }

  private parent(table: Values, name: string): Values {
    const known = table[name];
    if (!(name in table)) {
      const made: Values = {};
      table[name] = made;
      this.implied.add(made);
      return made;
    }
    if (this.lists.has(known)) return (known as Values[]).at(-1) as Values;
    return this.named.has(known) || this.implied.has(known) ? (known as Values) : this.unusual();
  }

  private unusual(): Values {
    this.isUsual = false;
    return {};
  }

  private skipValue(): void {
    let depth = 0;
    do {
      const start = this.at;
      const sign = this.text[start] as string;
      if (isQuote(sign)) this.skipText();
      else if (sign === '[' || sign === '{') {
        depth++;
        this.at++;
      } else if (sign === ']' || sign === '}') {
        depth--;
        this.at++;
      } else {
        this.skip(depth === 0 ? BARE_VALUE : INSIDE);
        if (this.at === start) throw new Error(`no value at ${start}`);
      }
      if (depth > 0) this.skipBlanks();
    } while (depth > 0);
  }

  private expectLineEnd(): void {
    LINE_END.lastIndex = this.at;
    if (!LINE_END.test(this.text)) this.isUsual = false;
  }

  protected override comment(start: number, end: number): void {
    this.comments.push({ start, end });
    if (CONTROL.test(this.text.slice(start, end))) this.isUsual = false;
  }
}

/** Preceded by an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === '\\') start--;
  return (at - start) % 2 === 1;
}

function isQuote(sign: string | undefined): boolean {
  return sign === '"' || sign === "'";
}

const SPACES = /[ \t]+/y;
const BLANKS = /(?:[ \t\n]|\r\n)+/y;
const LINE_END = /[ \t]*(?:#|\r?\n|$)/y;
const BARE_KEY = /[\w-]+/y;
/** A date may have a space before its time. */
const BARE_VALUE = /[^\s,[\]{}#"'=]+(?: \d[^\s,[\]{}#"'=]*)?/y;
/** Text between the strings, brackets and comments of a list or an inline table. */
const INSIDE = /[^\n\r#[\]{}"']+/y;
const PLAIN_LINE =
  /(?:\[\[([\w-]+(?:\.[\w-]+)*)\]\]|([\w-]+)[ \t]*=[ \t]*"([^"\\\0-\x08\n-\x1f\x7f]*)")([ \t]*(?:(?:\r?\n)+|$))/y;
const CONTROL = /[\0-\x08\n-\x1f\x7f]/;
