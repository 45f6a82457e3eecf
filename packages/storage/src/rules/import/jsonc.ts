import type { Result } from '@caliban/gate';
import { fail, ok } from '@caliban/gate/internal/types/result';
import { LineTable } from '../places.ts';
import type { ImportProblem } from './imported.ts';

/** A JSON value and the line it starts on. Members are kept in a map, so that no key can mean anything but itself. */
export type JsonNode = { readonly line: number } & (
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, JsonNode> }
  | { readonly kind: 'list'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'scalar'; readonly value: number | boolean | null }
);

/** JSON with comments and trailing commas, as agents write their settings. */
export function readJsonc(text: string): Result<JsonNode, ImportProblem> {
  const lines = new LineTable(text);
  try {
    return ok(new Reader(text, lines).document());
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return fail({ message: `not valid JSON: ${error.message}`, ...lines.placeOf(error.offset) });
  }
}

/** The value of a member, if the node is an object and has it. */
export function member(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.get(key) : undefined;
}

/** The value as plain data. Objects have no prototype. */
export function plainValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object': {
      const plain: Record<string, unknown> = Object.create(null);
      for (const [key, value] of node.members) plain[key] = plainValue(value);
      return plain;
    }
    case 'list':
      return node.items.map(plainValue);
    case 'text':
      return node.text;
    case 'scalar':
      return node.value;
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
  readonly #lines: LineTable;
  #at = 0;

  constructor(text: string, lines: LineTable) {
    this.#text = text;
    this.#lines = lines;
  }

  document(): JsonNode {
    const value = this.#value(0);
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw this.#wrong('something follows the closing bracket; remove it');
    return value;
  }

  #value(depth: number): JsonNode {
    this.#skipBlanks();
    if (depth > DEEPEST) throw this.#wrong(`nested deeper than ${DEEPEST} levels`);
    const { line } = this.#lines.placeOf(this.#at);
    switch (this.#text[this.#at]) {
      case '{':
        return { line, kind: 'object', members: this.#members(depth + 1) };
      case '[':
        return { line, kind: 'list', items: this.#items(depth + 1) };
      case '"':
        return { line, kind: 'text', text: this.#string() };
      default:
        return { line, kind: 'scalar', value: this.#scalar() };
    }
  }

  #members(depth: number): ReadonlyMap<string, JsonNode> {
    const members = new Map<string, JsonNode>();
    this.#at++;
    while (this.#hasNext('}')) {
      if (this.#text[this.#at] !== '"') throw this.#wrong('a key must stand in double quotes');
      const key = this.#string();
      this.#skipBlanks();
      if (this.#text[this.#at] !== ':') throw this.#wrong(`no \`:\` follows the key \`${key}\``);
      this.#at++;
      // A key that stands twice: the last value counts, at the place of the first, as in every reader of such files.
      members.set(key, this.#value(depth));
      this.#separator('}');
    }
    return members;
  }

  #items(depth: number): readonly JsonNode[] {
    const items: JsonNode[] = [];
    this.#at++;
    while (this.#hasNext(']')) {
      items.push(this.#value(depth));
      this.#separator(']');
    }
    return items;
  }

  #hasNext(close: string): boolean {
    this.#skipBlanks();
    if (this.#at >= this.#text.length) throw this.#wrong(`a \`${close}\` is missing`);
    if (this.#text[this.#at] !== close) return true;
    this.#at++;
    return false;
  }

  #separator(close: string): void {
    this.#skipBlanks();
    const character = this.#text[this.#at];
    if (character === ',') this.#at++;
    else if (character !== close) throw this.#wrong(`a comma or \`${close}\` is missing`);
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

  #scalar(): number | boolean | null {
    SCALAR.lastIndex = this.#at;
    const written = SCALAR.exec(this.#text)?.[0] ?? '';
    const value = scalarValue(written);
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

function scalarValue(written: string): number | boolean | null | undefined {
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
const SCALAR = /[\w+.-]+/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
