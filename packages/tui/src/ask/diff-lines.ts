import { spelledSpans } from '../fields/spelled.ts';
import type { Span, Tone } from '../screen/line.ts';

/** A row of a diff: line number, sign, and the text with changed words marked. */
export type DiffRow = { readonly gutter: string; readonly spans: readonly Span[] };

export type DiffCounts = { readonly added: number; readonly removed: number };

export function diffCounts(diff: string): DiffCounts {
  const lines = diff.split('\n').filter((line) => !isFileName(line));
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  };
}

/** A unified diff with line numbers: of the old text for removed lines, of the new text for all others. */
export function diffRows(diff: string): readonly DiffRow[] {
  const lines = diff.split('\n');
  const rows: DiffRow[] = [];
  const width = String(highestNumber(lines)).length;
  let old = 0;
  let now = 0;
  const row = (number: number | null, spans: readonly Span[]) =>
    rows.push({ gutter: `${number === null ? ''.padStart(width) : String(number).padStart(width)} `, spans });
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string;
    const hunk = HUNK.exec(line);
    if (hunk !== null) {
      old = Number(hunk[1]);
      now = Number(hunk[2]);
      // The line numbers show the position; a row is only needed for the gap between two hunks.
      if (rows.length > 0 || now > 1) row(null, [{ text: '⋯', tone: 'hunk' }]);
      at += 1;
    } else if (line.startsWith('-') && !isFileName(line)) {
      const removed = runOf(lines, at, '-');
      const added = runOf(lines, at + removed.length, '+');
      const pairs =
        removed.length === added.length ? removed.map((each, index) => changed(each, added[index] as string)) : [];
      for (const [index, each] of removed.entries()) row(old++, signed('-', each, pairs[index]?.old ?? null));
      for (const [index, each] of added.entries()) row(now++, signed('+', each, pairs[index]?.now ?? null));
      at += removed.length + added.length;
    } else if (line.startsWith('+') && !isFileName(line)) {
      row(now++, signed('+', line.slice(1), null));
      at += 1;
    } else if (line.startsWith(' ') && now > 0) {
      row(now++, spelledSpans(line, 'plain'));
      old += 1;
      at += 1;
    } else {
      row(null, spelledSpans(line, isFileName(line) ? 'strong' : 'plain'));
      at += 1;
    }
  }
  return rows;
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

function isFileName(line: string): boolean {
  return line.startsWith('+++ ') || line.startsWith('--- ');
}

function highestNumber(lines: readonly string[]): number {
  return lines.reduce((highest, line) => {
    const [, from = '0', oldLines = '1', to = '0', newLines = '1'] = RANGES.exec(line) ?? [];
    return Math.max(highest, Number(from) + Number(oldLines), Number(to) + Number(newLines));
  }, 0);
}

const RANGES = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

function runOf(lines: readonly string[], from: number, sign: string): readonly string[] {
  let to = from;
  while (to < lines.length && (lines[to] as string).startsWith(sign) && !isFileName(lines[to] as string)) to += 1;
  return lines.slice(from, to).map((line) => line.slice(1));
}

/** The range in which a line differs from its replacement. */
type Stretch = { readonly from: number; readonly to: number };

/** By words: the common prefix and suffix aren't marked. Null: too little is equal for a mark to be useful. */
function changed(old: string, now: string): { readonly old: Stretch; readonly now: Stretch } | null {
  const olds = wordsOf(old);
  const news = wordsOf(now);
  const most = Math.min(olds.length, news.length);
  let start = 0;
  while (start < most && olds[start] === news[start]) start += 1;
  let end = 0;
  while (end < most - start && olds.at(-1 - end) === news.at(-1 - end)) end += 1;
  const same = [...olds.slice(0, start), ...olds.slice(olds.length - end)].join('').trim();
  if (same.length * MIN_SAME_PART < Math.max(old.length, now.length)) return null;
  return { old: stretch(olds, start, end), now: stretch(news, start, end) };
}

/** At least one of this many characters has to be the same. */
const MIN_SAME_PART = 3;

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|./gsu) ?? [];
}

function stretch(words: readonly string[], start: number, end: number): Stretch {
  return { from: words.slice(0, start).join('').length, to: words.slice(0, words.length - end).join('').length };
}

function signed(sign: '+' | '-', text: string, mark: Stretch | null): readonly Span[] {
  const [tone, marked]: readonly [Tone, Tone] = sign === '+' ? ['added', 'added-word'] : ['removed', 'removed-word'];
  const { from, to } = mark ?? { from: text.length, to: text.length };
  return [
    ...spelledSpans(sign + text.slice(0, from), tone),
    ...spelledSpans(text.slice(from, to), marked),
    ...spelledSpans(text.slice(to), tone),
  ];
}
