import { isDeepStrictEqual } from 'node:util';
import { readTomlTree, type Span, type TomlPair, type TomlTable, type TomlTree } from '../../documents/toml-tree.ts';

/** A TOML text by lines, comments and tables. A line runs from its start to the start of the next. */
export class TomlText {
  readonly text: string;
  readonly eol: string;
  readonly tree: TomlTree;
  /** The starts of lines with nothing but a comment. */
  readonly #commentLines = new Set<number>();

  constructor(text: string) {
    this.text = text;
    this.eol = /\r?\n/.exec(text)?.[0] ?? '\n';
    this.tree = readTomlTree(text).tree;
    for (const { start } of this.tree.comments) {
      const line = this.lineStart(start);
      if (text.slice(line, start).trim() === '') this.#commentLines.add(line);
    }
  }

  get tables(): readonly TomlTable[] {
    return this.tree.tables;
  }

  /** The pair with this full path, also inside inline tables but not inside lists. */
  pairAt(...path: readonly string[]): FoundPair | undefined {
    const tables = this.tables.filter(({ key, isItem }) => !isItem && isStart(key.names, path));
    return [{ key: NO_KEY, pairs: this.tree.top.pairs }, ...tables]
      .map(({ key, pairs }) => pairIn(pairs, path.slice(key.names.length), false))
      .find((found) => found !== undefined);
  }

  lineStart(offset: number): number {
    return offset === 0 ? 0 : this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  nextLine(offset: number): number {
    const end = this.text.indexOf('\n', offset);
    return end === -1 ? this.text.length : end + 1;
  }

  /** The end of the line's text, before its line end. */
  lineEnd(offset: number): number {
    const end = this.nextLine(offset);
    if (!this.text.endsWith('\n', end) || end === offset) return end;
    return this.text[end - 2] === '\r' ? end - 2 : end - 1;
  }

  isBlank(lineStart: number): boolean {
    return this.text.slice(lineStart, this.nextLine(lineStart)).trim() === '';
  }

  /** The line is only a comment. */
  isComment(lineStart: number): boolean {
    return this.#commentLines.has(lineStart);
  }

  /** The start of the unbroken run of comment lines directly above the line, which belong to it. */
  ownedStart(lineStart: number): number {
    return this.#upwards(lineStart, (above) => this.isComment(above));
  }

  blanksAbove(lineStart: number): number {
    return this.#upwards(lineStart, (above) => this.isBlank(above));
  }

  blanksBelow(lineStart: number): number {
    return this.#downwards(lineStart, (line) => this.isBlank(line));
  }

  commentsBelow(lineStart: number): number {
    return this.#downwards(lineStart, (line) => this.isComment(line));
  }

  commentsBetween(start: number, end: number): readonly Span[] {
    return this.tree.comments.filter((comment) => comment.start >= start && comment.end <= end);
  }

  commentTexts(start: number, end: number): readonly string[] {
    return this.commentsBetween(start, end).map((comment) => this.textOf(comment));
  }

  textOf({ start, end }: Span): string {
    return this.text.slice(start, end);
  }

  #upwards(lineStart: number, keepsGoing: (above: number) => boolean): number {
    let start = lineStart;
    while (start > 0) {
      const above = this.lineStart(start - 1);
      if (!keepsGoing(above)) break;
      start = above;
    }
    return start;
  }

  #downwards(lineStart: number, keepsGoing: (line: number) => boolean): number {
    let start = lineStart;
    while (start < this.text.length && keepsGoing(start)) start = this.nextLine(start);
    return start;
  }
}

export function isNamed({ key }: TomlTable, ...path: readonly string[]): boolean {
  return isDeepStrictEqual(key.names, path);
}

export type FoundPair = { readonly pair: TomlPair; readonly isInline: boolean };

const NO_KEY = { names: [] };

function pairIn(pairs: readonly TomlPair[], path: readonly string[], isInline: boolean): FoundPair | undefined {
  for (const pair of pairs) {
    const { names } = pair.key;
    if (!isStart(names, path)) continue;
    if (names.length === path.length) return { pair, isInline };
    const inside = pair.value.kind === 'table' ? pairIn(pair.value.pairs, path.slice(names.length), true) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function isStart(names: readonly string[], path: readonly string[]): boolean {
  return names.every((name, index) => name === path[index]);
}

/** Replaces the text from `start` to `end`. */
export type Splice = Span & { readonly text: string };

/** Splices must not overlap; two at the same place are inserted in list order. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const inOrder = splices.toSorted((one, other) => one.start - other.start || one.end - other.end);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: replacement } of inOrder) {
    if (start < at) throw new Error(`splices overlap at ${start}`);
    pieces.push(text.slice(at, start), replacement);
    at = end;
  }
  return pieces.join('') + text.slice(at);
}

export function insertion(at: number, text: string): Splice {
  return { start: at, end: at, text };
}
