import { isDeepStrictEqual } from 'node:util';
import { type AST, parseTOML } from 'toml-eslint-parser';
import { keyNames } from '../toml-locator.ts';

/** A key and its value, with the whole way to it from the top of the document. */
type Pair = { readonly path: readonly string[]; readonly node: AST.TOMLKeyValue };

/** A TOML text by lines, comments and tables. Offsets count UTF-16 units; a line runs from its start to the start of the next. */
export class TomlText {
  readonly text: string;
  readonly eol: string;
  /** Every `[table]` and `[[table]]`, in order. */
  readonly tables: readonly AST.TOMLTable[];
  readonly #comments: readonly AST.Comment[];
  /** Every key that has a value, also inside inline tables; not inside lists. */
  readonly #pairs: readonly Pair[];
  readonly #commentLines = new Set<number>();

  constructor(text: string) {
    const program = parseTOML(text);
    this.text = text;
    this.eol = /\r?\n/.exec(text)?.[0] ?? '\n';
    this.#comments = program.comments;
    this.tables = program.body[0].body.filter((item) => item.type === 'TOMLTable');
    this.#pairs = program.body[0].body.flatMap((item) =>
      item.type === 'TOMLTable' ? pairsOf(item.body, item.resolvedKey.map(String)) : pairsOf([item], []),
    );
    for (const { range } of program.comments) {
      const start = this.lineStart(range[0]);
      if (text.slice(start, range[0]).trim() === '') this.#commentLines.add(start);
    }
  }

  pairAt(...path: readonly string[]): AST.TOMLKeyValue | undefined {
    return this.#pairs.find((pair) => isDeepStrictEqual(pair.path, path))?.node;
  }

  lineStart(offset: number): number {
    return offset === 0 ? 0 : this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  nextLine(offset: number): number {
    const end = this.text.indexOf('\n', offset);
    return end === -1 ? this.text.length : end + 1;
  }

  /** Where the line's own text ends, before its line end. */
  lineEnd(offset: number): number {
    const end = this.nextLine(offset);
    if (!this.text.endsWith('\n', end) || end === offset) return end;
    return this.text[end - 2] === '\r' ? end - 2 : end - 1;
  }

  isBlank(lineStart: number): boolean {
    return this.text.slice(lineStart, this.nextLine(lineStart)).trim() === '';
  }

  /** Nothing but a comment. */
  isComment(lineStart: number): boolean {
    return this.#commentLines.has(lineStart);
  }

  /** The start of the unbroken run of comment lines directly above the line: they belong to it. */
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

  commentsBetween(start: number, end: number): readonly AST.Comment[] {
    return this.#comments.filter(({ range }) => range[0] >= start && range[1] <= end);
  }

  commentTexts(start: number, end: number): readonly string[] {
    return this.commentsBetween(start, end).map(({ range }) => this.text.slice(...range));
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

export function isNamed(table: AST.TOMLTable, ...path: readonly string[]): boolean {
  return isDeepStrictEqual(keyNames(table.key), path);
}

function pairsOf(nodes: readonly AST.TOMLKeyValue[], base: readonly string[]): Pair[] {
  return nodes.flatMap((node) => {
    const path = [...base, ...keyNames(node.key)];
    const inner = node.value.type === 'TOMLInlineTable' ? pairsOf(node.value.body, path) : [];
    return [{ path, node }, ...inner];
  });
}
