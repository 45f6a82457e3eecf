import type { Result } from '@caliban/gate';
import { fail, ok } from '@caliban/gate/internal/types/result';
import type { JsonChild, JsonNode } from './json-text.ts';

/** JSON as agents keep their settings in: comments and trailing commas may stand there. */
export function readJsonText(text: string): Result<JsonNode, string> {
  try {
    return ok(new Reader(text).document());
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const before = text.slice(0, error.offset).split('\n');
    return fail(`line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: not valid JSON: ${error.message}`);
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

const DEEPEST = 200;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonNode {
    const value = this.#value(0);
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw this.#wrong('something follows the closing bracket');
    return value;
  }

  #value(depth: number): JsonNode {
    this.#skipBlanks();
    if (depth > DEEPEST) throw this.#wrong(`nested deeper than ${DEEPEST} levels`);
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
        const value = this.#scalar();
        return { kind: 'scalar', start, end: this.#at, value };
      }
    }
  }

  #children(close: string, next: () => Omit<JsonChild, 'comma'>): readonly JsonChild[] {
    const children: JsonChild[] = [];
    this.#at++;
    for (;;) {
      this.#skipBlanks();
      if (this.#text[this.#at] === close) break;
      const child = next();
      this.#skipBlanks();
      const comma = this.#text[this.#at] === ',' ? this.#at++ : null;
      children.push({ ...child, comma });
      this.#skipBlanks();
      if (comma === null && this.#text[this.#at] !== close) throw this.#wrong(`a comma or \`${close}\` is missing`);
    }
    this.#at++;
    return children;
  }

  #member(depth: number): Omit<JsonChild, 'comma'> {
    const start = this.#at;
    const key = this.#scalar();
    if (typeof key !== 'string') throw this.#wrong('a key must stand in double quotes');
    this.#skipBlanks();
    if (this.#text[this.#at] !== ':') throw this.#wrong(`no \`:\` follows the key \`${key}\``);
    this.#at++;
    return { key, start, value: this.#value(depth) };
  }

  #item(depth: number): Omit<JsonChild, 'comma'> {
    const value = this.#value(depth);
    return { key: null, start: value.start, value };
  }

  #scalar(): unknown {
    SCALAR.lastIndex = this.#at;
    const written = SCALAR.exec(this.#text)?.[0] ?? '';
    try {
      const value: unknown = JSON.parse(written);
      this.#at += written.length;
      return value;
    } catch {
      throw this.#wrong(this.#at < this.#text.length ? 'a value cannot begin so' : 'it ends too early');
    }
  }

  #skipBlanks(): void {
    for (;;) {
      const character = this.#text[this.#at];
      if (character !== undefined && ' \t\r\n\ufeff'.includes(character)) this.#at++;
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

const SCALAR = /"(?:[^"\\\n]|\\.)*"|[\w+.-]+/y;
