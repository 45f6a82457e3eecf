import { type Change, lineChanges } from './line-diff.ts';

/** What changed, as `diff -u` shows it, without file names; the empty text when nothing did. */
export function unifiedDiff(before: string, after: string): string {
  if (before === after) return '';
  const [old, now] = [splitLines(before), splitLines(after)];
  const lines: string[] = [];
  let total = 0;
  for (const hunk of hunks(lineChanges(old, now), old.length)) {
    for (const line of hunkLines(hunk, old, now)) {
      total += 1;
      if (total <= MOST_LINES) lines.push(line);
    }
  }
  return [...lines, ...(total > MOST_LINES ? [cutNote(total)] : [])].join('\n');
}

/** How many lines a diff would have, where it was cut; null where it is whole. No line of a file begins like the note. */
export function cutFrom(diff: string): { readonly shown: number; readonly of: number } | null {
  const total = /\n\[… the first \d+ of (\d+) lines of this diff …\]$/.exec(diff)?.[1];
  return total === undefined ? null : { shown: MOST_LINES, of: Number(total) };
}

function cutNote(total: number): string {
  return `[… the first ${MOST_LINES} of ${total} lines of this diff …]`;
}

const CONTEXT = 3;
const MOST_LINES = 2000;

/** A missing line end at the end of the file is part of the last line, so that it shows. */
function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  else lines[lines.length - 1] += '\n\\ No newline at end of file';
  return lines;
}

/** Changes so near to each other that their context would overlap. */
function hunks(changes: readonly Change[], oldLength: number): readonly (readonly Change[])[] {
  const groups: Change[][] = [];
  let reachesTo = Number.NEGATIVE_INFINITY;
  for (const change of changes) {
    if (reachesTo >= change.oldStart - CONTEXT) groups.at(-1)?.push(change);
    else groups.push([change]);
    reachesTo = Math.min(oldLength, change.oldStart + change.removed + CONTEXT);
  }
  return groups;
}

function* hunkLines(
  changes: readonly Change[],
  old: readonly string[],
  now: readonly string[],
): Generator<string, void, undefined> {
  const [first, last] = [changes[0] as Change, changes.at(-1) as Change];
  const lead = Math.min(CONTEXT, first.oldStart);
  const from = first.oldStart - lead;
  const to = Math.min(old.length, last.oldStart + last.removed + CONTEXT);
  const grown = changes.reduce((sum, { added, removed }) => sum + added - removed, 0);

  yield `@@ -${range(from, to - from)} +${range(first.newStart - lead, to - from + grown)} @@`;
  let at = from;
  for (const { oldStart, newStart, removed, added } of changes) {
    for (; at < oldStart; at++) yield ` ${old[at]}`;
    for (; at < oldStart + removed; at++) yield `-${old[at]}`;
    for (let index = newStart; index < newStart + added; index++) yield `+${now[index]}`;
  }
  for (; at < to; at++) yield ` ${old[at]}`;
}

function range(start: number, length: number): string {
  return length === 1 ? `${start + 1}` : `${length === 0 ? start : start + 1},${length}`;
}
