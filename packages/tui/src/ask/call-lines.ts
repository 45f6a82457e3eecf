import { cutFrom } from '@caliban/agent/internal/tools/diff/unified-diff';
import type { Part, ToolCall } from '@caliban/gate';
import { spelledSpans } from '../fields/spelled.ts';
import { wrapSpans } from '../fields/wrap-spans.ts';
import type { Line, Span, Tone } from '../screen/line.ts';
import { callText } from './call-text.ts';
import { placeOfPart } from './mark-part.ts';

/** Rows to scroll through, the row to begin with, and what has to be known about all of them. */
export type CallRows = { readonly rows: readonly Line[]; readonly start: number; readonly note: string | null };

/** The call in full, as it will run. A bar on the left tells text of the model from text of ours. */
export function callRows(call: ToolCall, asking: Part | undefined, columns: number): CallRows {
  const { subject, fields } = callText(call);
  const place = asking === undefined ? null : placeOfPart(call, asking);
  const rows = barred(markedLines(subject, place), columns);
  const start = rows.findIndex((row) => row[0]?.text === MARKED_BAR);
  const more = fields.flatMap((field) => barred(markedLines(field, null, 'dim'), columns));
  return { rows: [...rows, ...more], start: Math.max(0, start), note: null };
}

/** A unified diff, or any other text, line by line. */
export function diffRows(call: ToolCall, diff: string, columns: number): CallRows {
  const { subject } = callText(call);
  const head = barred(markedLines(subject, null, 'strong'), columns);
  const lines = diff
    .split('\n')
    .map((text): MarkedLine => ({ spans: spelledSpans(text, diffTone(text)), isMarked: false }));
  const cut = cutFrom(diff);
  const note = cut === null ? null : `only the first ${cut.shown} of ${cut.of} lines of the diff; d shows the input`;
  return { rows: [...head, ...barred(lines, columns)], start: 0, note };
}

function diffTone(line: string): Tone {
  if (line.startsWith('+++') || line.startsWith('---')) return 'strong';
  if (line.startsWith('@@')) return 'hunk';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : 'plain';
}

type MarkedLine = { readonly spans: readonly Span[]; readonly isMarked: boolean };

/** Lines without a letter, one after the other. */
type Gap = { readonly emptyLines: number };

type Place = { readonly from: number; readonly to: number };

function markedLines(text: string, place: Place | null, tone: Tone = 'plain'): readonly MarkedLine[] {
  let offset = 0;
  return text.split('\n').map((line) => {
    const from = clamp((place?.from ?? 0) - offset, line.length);
    const to = clamp((place?.to ?? 0) - offset, line.length);
    offset += line.length + 1;
    const spans = [
      ...spelledSpans(line.slice(0, from), tone),
      ...spelledSpans(line.slice(from, to), 'accent'),
      ...spelledSpans(line.slice(to), tone),
    ];
    return { spans, isMarked: from < to };
  });
}

function clamp(at: number, length: number): number {
  return Math.max(0, Math.min(length, at));
}

const BAR = '│ ';
const MARKED_BAR = '▶ ';
/** The line above goes on: what looks like a new line to the eye is none to the shell. */
const CONTINUED_BAR = '┊ ';

/** In the place of text of the model: what is said here is ours. */
const FOLDED_BAR = '⋮ ';

function barred(lines: readonly MarkedLine[], columns: number): readonly Line[] {
  return withGaps(lines).flatMap((line): readonly Line[] => {
    if ('emptyLines' in line) return [[{ text: `${FOLDED_BAR}${line.emptyLines} empty lines`, tone: 'warning' }]];
    const { spans, isMarked } = line;
    return wrapSpans(spans, columns - BAR.length).map((row, index): Line => {
      const bar = index > 0 ? CONTINUED_BAR : isMarked ? MARKED_BAR : BAR;
      return [{ text: bar, tone: isMarked ? 'accent' : 'dim' }, ...row];
    });
  });
}

/** Several empty lines are one row that says so: they must not push the rest of the call out of sight. */
function withGaps(lines: readonly MarkedLine[]): readonly (MarkedLine | Gap)[] {
  const rows: (MarkedLine | Gap)[] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (end < lines.length && isEmpty(lines[end] as MarkedLine)) end += 1;
    if (end - at > 1) rows.push({ emptyLines: end - at });
    else rows.push(lines[at] as MarkedLine);
    at = Math.max(end, at + 1);
  }
  return rows;
}

function isEmpty({ spans }: MarkedLine): boolean {
  return spans.every(({ text }) => /^ *$/.test(text));
}
