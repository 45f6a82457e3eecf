/** Where a JSON value is in the text, and the values inside it. */
export type JsonMap = {
  /** Offset of its key; for a list item and the document, of the value itself. */
  readonly key: number;
  readonly start: number;
  readonly end: number;
  readonly parts: ReadonlyMap<string | number, JsonMap>;
  /** A key that occurs twice in this object. */
  readonly duplicate: DuplicateKey | null;
};

export type DuplicateKey = { readonly key: string; readonly offset: number };

/** Only for text that JSON.parse has accepted; null if it is nested unreasonably deep. */
export function mapJson(text: string): JsonMap | null {
  try {
    return new Mapper(text).value(null, 0);
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

export function findDuplicate(map: JsonMap): DuplicateKey | null {
  if (map.duplicate !== null) return map.duplicate;
  for (const part of map.parts.values()) {
    const inner = findDuplicate(part);
    if (inner !== null) return inner;
  }
  return null;
}

class TooDeep extends Error {}

class Mapper {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(key: number | null, depth: number): JsonMap {
    if (depth > MAX_DEPTH) throw new TooDeep();
    this.#skip(BLANK);
    const start = this.#at;
    const parts = new Map<string | number, JsonMap>();
    let duplicate: DuplicateKey | null = null;
    switch (this.#text[start]) {
      case '"':
        this.#skip(STRING);
        break;
      case '[':
        for (let index = 0; this.#enters(']'); index++) parts.set(index, this.value(null, depth + 1));
        break;
      case '{':
        while (this.#enters('}')) {
          const offset = this.#at;
          const name: string = JSON.parse(this.#skip(STRING));
          this.#skip(COLON);
          if (parts.has(name)) duplicate ??= { key: name, offset };
          parts.set(name, this.value(offset, depth + 1));
        }
        break;
      default:
        this.#skip(SCALAR);
    }
    return { key: key ?? start, start, end: this.#at, parts, duplicate };
  }

  /** Moves past the opening bracket or a comma to the next item; past the closing bracket if there is none. */
  #enters(close: string): boolean {
    this.#skip(BLANK);
    if (this.#text[this.#at] !== close) this.#at++;
    this.#skip(BLANK);
    if (this.#text[this.#at] !== close) return true;
    this.#at++;
    return false;
  }

  #skip(what: RegExp): string {
    what.lastIndex = this.#at;
    const skipped = what.exec(this.#text)?.[0] ?? '';
    this.#at += skipped.length;
    return skipped;
  }
}

const MAX_DEPTH = 500;
const BLANK = /[ \t\r\n]*/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const COLON = /[ \t\r\n]*:/y;
const SCALAR = /[^ \t\r\n,\]}]+/y;
