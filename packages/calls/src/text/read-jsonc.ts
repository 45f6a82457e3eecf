import { fail, ok, type Result } from '../types/result.ts';

/** Where a JSON value is in its text, and the values inside it. */
export type JsonNode =
  | { readonly kind: 'object'; readonly start: number; readonly end: number; readonly children: readonly JsonChild[] }
  | { readonly kind: 'list'; readonly start: number; readonly end: number; readonly children: readonly JsonChild[] }
  | { readonly kind: 'scalar'; readonly start: number; readonly end: number; readonly value: JsonScalar };

/** A member of an object, or an item of a list. */
export type JsonChild = {
  /** Null for an item. */
  readonly key: string | null;
  /** Of the key, if there is one. */
  readonly start: number;
  readonly value: JsonNode;
  /** Of the comma that follows. */
  readonly comma: number | null;
};

export type JsonScalar = string | number | boolean | null;

export type JsonProblem = { readonly message: string; readonly offset: number };

/** JSON with comments and trailing commas, as agents write their settings. */
export function readJsonc(text: string): Result<JsonNode, JsonProblem> {
  try {
    return ok(new Reader(text).document());
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return fail({ message: `not valid JSON: ${error.message}`, offset: error.offset });
  }
}

/** Never leaves this file. */
class Unreadable extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const MAX_DEPTH = 200;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonNode {
    const value = this.#value(0);
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw this.#wrong('something follows the closing bracket; remove it');
    return value;
  }

  #value(depth: number): JsonNode {
    this.#skipBlanks();
    if (depth > MAX_DEPTH) throw this.#wrong(`nested deeper than ${MAX_DEPTH} levels`);
    const start = this.#at;
    switch (this.#text[start]) {
      case '{': {
        const children = this.#children('}', () => this.#member(depth + 1));
        return { kind: 'object', start, end: this.#at, children };
      }
      case '[': {
        const children = this.#children(']', () => this.#item(depth + 1));
        return { kind: 'list', start, end: this.#at, children };
      }
      default: {
        const value = this.#text[start] === '"' ? this.#string() : this.#word();
        return { kind: 'scalar', start, end: this.#at, value };
      }
    }
  }

  #children(close: string, next: () => Omit<JsonChild, 'comma'>): readonly JsonChild[] {
    const children: JsonChild[] = [];
    this.#at++;
    for (;;) {
      this.#skipBlanks();
      if (this.#at >= this.#text.length) throw this.#wrong(`a \`${close}\` is missing`);
      if (this.#text[this.#at] === close) break;
      const child = next();
      this.#skipBlanks();
      const comma = this.#text[this.#at] === ',' ? this.#at++ : null;
      children.push({ ...child, comma });
      if (comma === null && this.#text[this.#at] !== close) throw this.#wrong(`a comma or \`${close}\` is missing`);
    }
    this.#at++;
    return children;
  }

  #member(depth: number): Omit<JsonChild, 'comma'> {
    const start = this.#at;
    if (this.#text[start] !== '"') throw this.#wrong('a key must stand in double quotes');
    const key = this.#string();
    this.#skipBlanks();
    if (this.#text[this.#at] !== ':') throw this.#wrong(`no \`:\` follows the key \`${key}\``);
    this.#at++;
    return { key, start, value: this.#value(depth) };
  }

  #item(depth: number): Omit<JsonChild, 'comma'> {
    const value = this.#value(depth);
    return { key: null, start: value.start, value };
  }

  #string(): string {
    const start = this.#at;
    let end = start + 1;
    for (; this.#text[end] !== '"'; end++) {
      if (end >= this.#text.length || this.#text[end] === '\n') {
        throw this.#wrong('the text is never closed; write `"` on the same line');
      }
      if (this.#text[end] === '\\') end++;
    }
    try {
      const text: string = JSON.parse(this.#text.slice(start, end + 1));
      this.#at = end + 1;
      return text;
    } catch {
      throw this.#wrong('the text holds a control character or an escape JSON does not know');
    }
  }

  #word(): number | boolean | null {
    WORD.lastIndex = this.#at;
    const written = WORD.exec(this.#text)?.[0] ?? '';
    const value = wordValue(written);
    if (value !== undefined) {
      this.#at += written.length;
      return value;
    }
    if (this.#at >= this.#text.length) throw this.#wrong('the file ends too early');
    throw this.#wrong(
      written === '' ? `\`${this.#text[this.#at]}\` cannot stand here` : 'text must stand in double quotes',
    );
  }

  #skipBlanks(): void {
    for (;;) {
      const character = this.#text[this.#at];
      if (character !== undefined && BLANKS.includes(character)) this.#at++;
      else if (this.#text.startsWith('//', this.#at)) this.#skipPast('\n', this.#text.length);
      else if (this.#text.startsWith('/*', this.#at)) this.#skipPast('*/', null);
      else return;
    }
  }

  #skipPast(end: string, otherwise: number | null): void {
    const found = this.#text.indexOf(end, this.#at + 2);
    if (found === -1 && otherwise === null) throw this.#wrong('a `/*` comment is never closed');
    this.#at = found === -1 ? (otherwise as number) : found + end.length;
  }

  #wrong(message: string): Unreadable {
    return new Unreadable(message, this.#at);
  }
}

function wordValue(written: string): number | boolean | null | undefined {
  switch (written) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'null':
      return null;
  }
  return NUMBER.test(written) ? Number(written) : undefined;
}

const BLANKS = ' \t\r\n\ufeff\u00a0';
const WORD = /[\w+.-]+/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
