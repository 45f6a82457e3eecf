import { cutFrom } from '@caliban/agent/tools';
import type { ToolCall } from '@caliban/calls';
import type { Part } from '@caliban/gate';
import { callText, isDangerousPart, placeOfPart } from '@caliban/gate/inspect';
import { spelledSpans } from '../fields/spelled.ts';
import type { Line, Span, Tone } from '../screen/line.ts';
import { wrapSpans } from '../screen/wrap-spans.ts';
import { diffCounts, diffRows } from './diff-lines.ts';
import { shownPath } from './shown-path.ts';

/** The scrollable rows, the row to begin with, and a note about all of them. */
export type CallRows = { readonly rows: readonly Line[]; readonly start: number; readonly note: string | null };

/** The whole call, as it will run. A bar on the left distinguishes the model's text from ours. */
export function callRows(call: ToolCall, asking: readonly Part[], columns: number): CallRows {
  const { subject, fields } = callText(call);
  const file = fileLines(call, null);
  const rows = barred(file.length > 0 ? file : markedLines(subject, marksOf(call, asking)), columns);
  const start = rows.findIndex((row) => row[0]?.text === MARKED_BAR);
  const more = fields.flatMap((field) => barred(markedLines(field, [], 'dim'), columns));
  return { rows: [...rows, ...more], start: Math.max(0, start), note: null };
}

/** The file, and the changes in it. */
export function editRows(call: ToolCall, diff: string, columns: number): CallRows {
  const cut = cutFrom(diff);
  const lines = diffRows(diff).map(
    ({ gutter, spans }): BarLine => ({ spans: [{ text: gutter, tone: 'dim' }, ...spans], tone: null }),
  );
  const note = cut === null ? null : `only the first ${cut.shown} of ${cut.of} lines of the diff; d shows the input`;
  return { rows: barred([...fileLines(call, cut === null ? diff : null), ...lines], columns), start: 0, note };
}

/** `lamp.md  in notes/  +80 −120`; empty for a call that isn't about a single file. */
function fileLines(call: ToolCall, diff: string | null): readonly BarLine[] {
  if (call.subject.kind !== 'path') return [];
  const { name, where, isInside } = shownPath(call.subject.written, call.context);
  const [, ...leads] = callText(call).subject.split('\n');
  const counts = diff === null ? null : diffCounts(diff);
  const spans: readonly Span[] = [
    ...spelledSpans(name, 'strong'),
    ...(where === '' ? [] : spelledSpans(`  in ${where}`, isInside ? 'dim' : 'warning')),
    ...(counts === null
      ? []
      : ([
          { text: `  +${counts.added}`, tone: 'good' },
          { text: ` −${counts.removed}`, tone: 'bad' },
        ] as const)),
  ];
  return [
    { spans, tone: null },
    ...leads.map((lead): BarLine => ({ spans: spelledSpans(lead, 'warning'), tone: null })),
  ];
}

/** The range of a part of the command that asks, and its tone. */
type Mark = { readonly from: number; readonly to: number; readonly tone: Tone };

/** All ranges; of nested ones the outer comes first. */
function marksOf(call: ToolCall, asking: readonly Part[]): readonly Mark[] {
  return asking
    .slice(0, MAX_MARKS)
    .flatMap((part): readonly Mark[] => {
      const place = placeOfPart(call, part);
      return place === null ? [] : [{ ...place, tone: isDangerousPart(call, part) ? 'marked-danger' : 'marked' }];
    })
    .sort((one, other) => one.from - other.from || other.to - one.to);
}

const MAX_MARKS = 64;

/** `tone`: of the bar, for a line that contains a mark. */
type BarLine = { readonly spans: readonly Span[]; readonly tone: Tone | null };

/** Consecutive blank lines. */
type Gap = { readonly emptyLines: number };

function markedLines(text: string, marks: readonly Mark[], tone: Tone = 'plain'): readonly BarLine[] {
  let offset = 0;
  return text.split('\n').map((line) => {
    const spans: Span[] = [];
    let at = 0;
    let bar: Tone | null = null;
    for (const mark of marks) {
      const from = Math.max(at, mark.from - offset);
      const to = Math.min(line.length, mark.to - offset);
      if (from >= to) continue;
      spans.push(...spelledSpans(line.slice(at, from), tone), ...spelledSpans(line.slice(from, to), mark.tone));
      at = to;
      if (bar !== 'danger') bar = mark.tone === 'marked-danger' ? 'danger' : 'warning';
    }
    spans.push(...spelledSpans(line.slice(at), tone));
    offset += line.length + 1;
    return { spans, tone: bar };
  });
}

const BAR = '┃ ';
const MARKED_BAR = '▶ ';
/** Continues the line above: it looks like a new line but isn't one to the shell. */
const CONTINUED_BAR = '┊ ';

/** Replaces text of the model with a note of ours. */
const FOLDED_BAR = '⋮ ';

function barred(lines: readonly BarLine[], columns: number): readonly Line[] {
  return withGaps(lines).flatMap((line): readonly Line[] => {
    if ('emptyLines' in line) return [[{ text: `${FOLDED_BAR}${line.emptyLines} empty lines`, tone: 'warning' }]];
    const { spans, tone } = line;
    return wrapSpans(spans, columns - BAR.length).map((row, index): Line => {
      const bar = index > 0 ? CONTINUED_BAR : tone === null ? BAR : MARKED_BAR;
      return [{ text: bar, tone: tone ?? 'dim' }, ...row];
    });
  });
}

/** Several blank lines become one row that says so: they must not push the rest of the call out of sight. */
function withGaps(lines: readonly BarLine[]): readonly (BarLine | Gap)[] {
  const rows: (BarLine | Gap)[] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (end < lines.length && isEmpty(lines[end] as BarLine)) end += 1;
    if (end - at > 1) rows.push({ emptyLines: end - at });
    else rows.push(lines[at] as BarLine);
    at = Math.max(end, at + 1);
  }
  return rows;
}

function isEmpty({ spans }: BarLine): boolean {
  return spans.every(({ text }) => /^ *$/.test(text));
}
