import type { AbsolutePath } from '@caliban/calls';

/** What to look for. Both engines, ripgrep and our own, accept it and return the same results in the same form. */
export type Search = {
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  /** Lines shown around a match. */
  readonly before: number;
  readonly after: number;
  /** Whether the lines are needed, or one match per file is enough. */
  readonly wanted: 'lines' | 'files';
  readonly glob?: string | undefined;
  readonly type?: string | undefined;
};

/** A file with at least one match. */
export type FoundFile = {
  readonly path: AbsolutePath;
  /** The number of matching lines, including those that aren't kept. */
  readonly matches: number;
  /** In order, the first few thousand. */
  readonly lines: readonly FoundLine[];
};

export type FoundLine = { readonly number: number; readonly text: string; readonly isMatch: boolean };

/** The search can't be done as requested; the message is for the model. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
}

export const MAX_LINES_PER_FILE = 5000;
export const MAX_FILE_BYTES: number = 10 * 1024 * 1024;
export const MAX_SEARCH_MS = 60_000;
const MAX_LINE_LENGTH = 500;

export function foundLine(number: number, text: string, isMatch: boolean): FoundLine {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  return { number, text: line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)} […]` : line, isMatch };
}
