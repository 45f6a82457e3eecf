import type { Result } from '@caliban/gate';
import type { Locate, Place } from './places.ts';
import type { Table } from './table.ts';

/** A language rule files are written in. */
export interface Syntax {
  parse(text: string): Result<Table, SyntaxProblem>;
  /** Without a second parse; null when that would be a guess. */
  quickLines(text: string, wanted: WantedLines): QuickLines | null;
  /** Finds anything, at the cost of another parse. */
  locator(text: string): Promise<Locate>;
}

/** So many rules in canonical form, these keys of `[permissions]`, and so many tests. */
export type WantedLines = { readonly rules: number; readonly keys: readonly string[]; readonly tests: number };

export type QuickLines = {
  readonly rules: readonly number[];
  readonly keys: readonly number[];
  readonly tests: readonly number[];
};

export type SyntaxProblem = Place & { readonly message: string };
