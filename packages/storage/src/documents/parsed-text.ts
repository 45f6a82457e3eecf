import type { Result } from '@caliban/calls';
import { ok } from '@caliban/calls/types';
import type { FileNotice } from '../rules/rule-file.ts';
import { parseJson } from './json.ts';
import { type Finding, LineTable, type Locate, type Path, type Place, type Spot } from './places.ts';
import type { Table } from './table.ts';
import { parseToml } from './toml.ts';

/** The languages in which rule files are written. */
export type Syntax = 'toml' | 'json';

export type Parsed = {
  readonly table: Table;
  /** Finds any part of the text. */
  readonly locator: () => Locate;
};

export type SyntaxProblem = Place & { readonly message: string };

/** The contents of a file, and where in the file each part is. */
export class ParsedText {
  readonly text: string;
  readonly table: Table;
  readonly syntax: Syntax;
  readonly #locator: () => Locate;
  #locate: Locate | null = null;
  #lines: LineTable | null = null;

  constructor(text: string, syntax: Syntax, { table, locator }: Parsed) {
    this.text = text;
    this.syntax = syntax;
    this.table = table;
    this.#locator = locator;
  }

  placeOf(spot: Spot): Place {
    this.#locate ??= this.#locator();
    this.#lines ??= new LineTable(this.text);
    return this.#lines.placeOf(this.#locate(spot));
  }

  /** The line of a key; for a list item, its first line. */
  lineOf(path: Path): number {
    return this.placeOf({ path, part: 'key' }).line;
  }

  /** Ordered from top to bottom. A file may have millions of findings; only the first are returned. */
  notices(file: string, findings: readonly Finding[]): readonly FileNotice[] {
    const notices = findings
      .slice(0, MAX_FINDINGS)
      .map(({ spot, message }) => ({ file, ...this.placeOf(spot), message }))
      .sort((one, other) => one.line - other.line || one.column - other.column);
    const left = findings.length - notices.length;
    return left === 0 ? notices : [...notices, { file, message: `and ${left} more; correct these first` }];
  }
}

const MAX_FINDINGS = 200;

/** The text must not start with a byte order mark. */
export function parseText(text: string, syntax: Syntax = 'toml'): Result<ParsedText, SyntaxProblem> {
  const parsed = syntax === 'toml' ? parseToml(text) : parseJson(text);
  return parsed.ok ? ok(new ParsedText(text, syntax, parsed.value)) : parsed;
}

export function syntaxOf(file: string): Syntax {
  return file.endsWith('.json') ? 'json' : 'toml';
}

/** Windows editors write a byte order mark; it is kept and otherwise ignored. */
export function splitByteOrderMark(written: string): { readonly mark: string; readonly text: string } {
  const mark = written.startsWith('\ufeff') ? '\ufeff' : '';
  return { mark, text: written.slice(mark.length) };
}
