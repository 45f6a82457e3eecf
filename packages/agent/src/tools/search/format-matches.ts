import type { AbsolutePath } from '@caliban/calls';
import type { FoundFile, FoundLine } from './search.ts';
import { shownPath } from './shown-path.ts';

export type OutputMode = 'content' | 'files_with_matches' | 'count';

export type MatchFormat = {
  readonly mode: OutputMode;
  readonly lineNumbers: boolean;
  /** Number of entries: lines in `content`, files otherwise. */
  readonly most: number;
  readonly mostChars: number;
  readonly cwd: AbsolutePath;
};

/** Consumes no more files than it can show. */
export async function formatMatches(files: AsyncIterable<FoundFile>, format: MatchFormat): Promise<string> {
  const entries: string[] = [];
  let chars = 0;
  for await (const file of files) {
    for (const entry of entriesOf(file, format, entries.length > 0)) {
      if (entries.length >= format.most || chars + entry.length > format.mostChars) {
        return `${entries.join('\n')}\n[there is more; narrow the search or raise \`head_limit\`]`;
      }
      entries.push(entry);
      chars += entry.length + 1;
    }
  }
  return entries.length === 0 ? '[no matches]' : entries.join('\n');
}

function entriesOf(file: FoundFile, { mode, lineNumbers, cwd }: MatchFormat, isFollowing: boolean): string[] {
  const path = shownPath(file.path, cwd);
  switch (mode) {
    case 'files_with_matches':
      return [path];
    case 'count':
      return [`${path}:${file.matches}`];
    case 'content':
      return contentEntries(file.lines, { path, lineNumbers, isFollowing });
  }
}

/** `path:number:text` for a match, with dashes for a context line, and `--` where lines are left out. */
function contentEntries(
  lines: readonly FoundLine[],
  { path, lineNumbers, isFollowing }: { path: string; lineNumbers: boolean; isFollowing: boolean },
): string[] {
  const hasContext = lines.some(({ isMatch }) => !isMatch);
  const entries: string[] = [];
  let previous = isFollowing ? -1 : null;
  for (const { number, text, isMatch } of lines) {
    if (hasContext && previous !== null && number !== previous + 1) entries.push('--');
    const mark = isMatch ? ':' : '-';
    entries.push(lineNumbers ? `${path}${mark}${number}${mark}${text}` : `${path}${mark}${text}`);
    previous = number;
  }
  return entries;
}
