import type { AbsolutePath } from '@caliban/calls';
import { verifiedBytes } from '../files/verified-bytes.ts';
import { isOfType } from './file-types.ts';
import { type LineSpan, Matcher } from './matcher.ts';
import { parseFileGlob } from './parse-file-glob.ts';
import {
  type FoundFile,
  type FoundLine,
  foundLine,
  MAX_FILE_BYTES,
  MAX_LINES_PER_FILE,
  MAX_SEARCH_MS,
  type Search,
  SearchError,
} from './search.ts';

export type OwnSearch = {
  /** Globs start from here. */
  readonly root: AbsolutePath;
  readonly files: AsyncIterable<AbsolutePath>;
  readonly search: Search;
  readonly signal: AbortSignal;
};

/** Used if ripgrep isn't installed, and for single files. */
export async function* searchFiles({ root, files, search, signal }: OwnSearch): AsyncGenerator<FoundFile> {
  const isWanted = fileFilter(search, root);
  const matcher = new Matcher(search);
  const giveUpAt = performance.now() + MAX_SEARCH_MS;
  try {
    for await (const path of files) {
      if (performance.now() > giveUpAt) {
        throw new SearchError('the search takes too long; narrow `path`, `glob` or the pattern');
      }
      const text = isWanted(path) ? await textOf(path) : null;
      if (text === null) continue;
      const spans = await matcher.spans(text, signal);
      if (spans.length > 0) yield { path, ...linesAt(spans, text, search) };
    }
  } finally {
    await matcher.end();
  }
}

function fileFilter({ glob, type }: Search, root: AbsolutePath): (path: AbsolutePath) => boolean {
  const isType = type === undefined ? () => true : isOfType(type);
  if (glob === undefined) return isType;
  const isNegated = glob.startsWith('!');
  const matches = parseFileGlob(isNegated ? glob.slice(1) : glob, root);
  if (!matches.ok) throw new SearchError(matches.error);
  return (path) => matches.value(path) !== isNegated && isType(path);
}

/** Null if it isn't text, is too large or can't be opened. */
async function textOf(path: AbsolutePath): Promise<string | null> {
  const bytes = await verifiedBytes(path, { most: MAX_FILE_BYTES });
  return bytes === null || bytes.includes(0) ? null : bytes.toString('utf8').replace(/^\ufeff/, '');
}

function linesAt(
  spans: readonly LineSpan[],
  text: string,
  { before, after, wanted }: Search,
): { matches: number; lines: readonly FoundLine[] } {
  if (wanted === 'files') return { matches: 1, lines: [] };
  const all = text.split('\n');
  if (all.at(-1) === '') all.pop();
  const matching = new Set<number>();
  const shown = new Set<number>();
  for (const [first, last] of spans) {
    for (let at = first; at <= last; at++) matching.add(at);
    if (shown.size > MAX_LINES_PER_FILE) continue;
    for (let at = Math.max(0, first - before); at <= Math.min(all.length - 1, last + after); at++) shown.add(at);
  }
  const numbers = [...shown].sort((one, other) => one - other).slice(0, MAX_LINES_PER_FILE);
  return {
    matches: matching.size,
    lines: numbers.map((at) => foundLine(at + 1, all[at] as string, matching.has(at))),
  };
}
