import { structuredPatch } from 'diff';

/** A range in which two texts differ, with the lines around it. Line numbers start at 1. */
export type Hunk = {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** Each begins with a space, `-`, `+` or `\`. */
  readonly lines: readonly string[];
};

export function diffHunks(before: string, after: string, { context }: { readonly context: number }): readonly Hunk[] {
  if (before === after) return [];
  const patch = structuredPatch('', '', before, after, '', '', { context, maxEditLength: MAX_EDITS });
  return patch?.hunks ?? [oneHunk(splitLines(before), splitLines(after), context)];
}

/** Time and memory are quadratic in this. */
const MAX_EDITS = 1000;

/** The changes as `diff -u` shows them, without file names; empty if there are none. */
export function unifiedDiff(before: string, after: string): string {
  const lines = diffHunks(before, after, { context: 3 }).flatMap((hunk) => [
    `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`,
    ...hunk.lines,
  ]);
  const note = lines.length > MAX_LINES ? [cutNote(lines.length)] : [];
  return [...lines.slice(0, MAX_LINES), ...note].join('\n');
}

const MAX_LINES = 2000;

/** For a truncated diff, how many lines it shows of how many; null if it is complete. No line of a file can look like the note. */
export function cutFrom(diff: string): { readonly shown: number; readonly of: number } | null {
  const total = /\n\[… the first \d+ of (\d+) lines of this diff …\]$/.exec(diff)?.[1];
  return total === undefined ? null : { shown: MAX_LINES, of: Number(total) };
}

function cutNote(total: number): string {
  return `[… the first ${MAX_LINES} of ${total} lines of this diff …]`;
}

/** For texts with too many differences: one change from the first differing line to the last. */
function oneHunk(old: readonly string[], now: readonly string[], context: number): Hunk {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (start + end < Math.min(old.length, now.length) && old.at(-1 - end) === now.at(-1 - end)) end++;
  const from = Math.max(0, start - context);
  const lines = [
    ...old.slice(from, start).map((line) => ` ${line}`),
    ...old.slice(start, old.length - end).map((line) => `-${line}`),
    ...now.slice(start, now.length - end).map((line) => `+${line}`),
    ...old
      .slice(old.length - end)
      .slice(0, context)
      .map((line) => ` ${line}`),
  ].flatMap((line) => line.split('\n'));
  const after = Math.min(end, context);
  const [oldLines, newLines] = [old.length - end + after - from, now.length - end + after - from];
  return { oldStart: from + 1, oldLines, newStart: from + 1, newLines, lines };
}

/** A missing line end at the end of the file is treated as part of the last line, so that it shows. */
function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  else lines[lines.length - 1] += '\n\\ No newline at end of file';
  return lines;
}

function range(start: number, length: number): string {
  return length === 1 ? `${start}` : `${length === 0 ? start - 1 : start},${length}`;
}
