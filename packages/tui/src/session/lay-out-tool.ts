import type { ToolEnd } from '@caliban/agent';
import { plural, visible } from '@caliban/calls/text';
import { shortDuration } from '../screen/figures.ts';
import { type Line, line, type Span, type Tone } from '../screen/line.ts';
import { safeLines } from '../screen/safe-text.ts';
import { widthOf } from '../screen/width.ts';
import { cut, wrap } from '../screen/wrap.ts';
import { callSummary } from './call-summary.ts';
import type { ToolBody, ToolState } from './entry.ts';
import type { Layout } from './lay-out-entry.ts';
import { spinner } from './spinner.ts';

/** A call: one row with its name and state, then part of its result. */
export function layOutTool(tool: ToolBody, layout: Layout): readonly Line[] {
  return [...heading(tool, layout), ...body(tool, layout)];
}

function heading({ name, input, state }: ToolBody, { columns, expanded, now }: Layout): readonly Line[] {
  const { mark, tone, remark } = markOf(state, now);
  const tail: Span[] = remark === '' ? [] : [{ text: ` · ${remark}`, tone: 'dim' }];
  const title = visible(name);
  const summary = callSummary(input);
  const room = columns - 2 - widthOf(tail[0]?.text ?? '');
  const first: Span[] = [{ text: `${mark} `, tone }];
  if (!expanded || widthOf(title) + 1 + widthOf(summary) <= room) {
    return [[...first, ...titled(cut(`${title} ${summary}`.trimEnd(), room), title), ...tail]];
  }
  const rows = wrap(`${title} ${summary}`, columns - 2);
  return rows.map((row, index) =>
    index === 0
      ? [...first, ...titled(row, title)]
      : [{ text: `  ${row}`, tone: 'plain' }, ...(index === rows.length - 1 && widthOf(row) <= room ? tail : [])],
  );
}

type Mark = { readonly mark: string; readonly tone: Tone; readonly remark: string };

function markOf(state: ToolState, now: number | null): Mark {
  switch (state.kind) {
    case 'checking':
      return UNTIMED;
    case 'running':
      return now === null ? UNTIMED : timed(now, state.since);
    case 'ended':
      return { ...ENDS[state.end], remark: endRemark(state.end, state.tookMs) };
  }
}

const UNTIMED: Mark = { mark: '•', tone: 'accent', remark: '' };

function timed(now: number, since: number): Mark {
  return { mark: spinner(now), tone: 'accent', remark: shortDuration(now - since) };
}

function titled(row: string, title: string): readonly Span[] {
  if (!row.startsWith(title)) return [{ text: row, tone: 'strong' }];
  return [
    { text: title, tone: 'strong' },
    { text: row.slice(title.length), tone: 'plain' },
  ];
}

const ENDS: Readonly<Record<ToolEnd, { readonly mark: string; readonly tone: Tone }>> = {
  ok: { mark: '✓', tone: 'good' },
  error: { mark: '✗', tone: 'bad' },
  invalid: { mark: '✗', tone: 'bad' },
  denied: { mark: '⊘', tone: 'bad' },
  aborted: { mark: '-', tone: 'warning' },
};

function endRemark(end: ToolEnd, tookMs: number): string {
  switch (end) {
    case 'ok':
      return tookMs < SHORT_MS ? '' : shortDuration(tookMs);
    case 'error':
      return 'failed';
    case 'invalid':
      return 'not a valid call';
    case 'denied':
      return 'denied';
    case 'aborted':
      return 'interrupted';
  }
}

const SHORT_MS = 1000;

function body(tool: ToolBody, { columns, expanded }: Layout): readonly Line[] {
  const room = columns - INDENT.length;
  if (tool.diff !== undefined && tool.state.kind === 'ended' && tool.state.end === 'ok') {
    const rows = expanded ? Number.POSITIVE_INFINITY : DIFF_ROWS;
    return folded(tool.diff, { room, rows, toneOf: diffTone });
  }
  const tone = toneOfOutput(tool);
  const rows = expanded ? Number.POSITIVE_INFINITY : rowsShown(tool);
  // For a running call the end of the output is shown, for a finished one the beginning.
  if (tool.state.kind === 'running' && !expanded) return tail(tool.output, { room, rows });
  return folded(tool.output, { room, rows, toneOf: () => tone });
}

const INDENT = '  ';
const DIFF_ROWS = 16;
const OUTPUT_ROWS = 3;
const REASON_ROWS = 8;
/** Their results are for the model; people only see the count. */
const QUIET_TOOLS: ReadonlySet<string> = new Set(['Read', 'Grep', 'Glob', 'WebFetch', 'TodoWrite']);

function rowsShown({ name, state }: ToolBody): number {
  if (state.kind !== 'ended') return OUTPUT_ROWS;
  if (state.end !== 'ok') return REASON_ROWS;
  return QUIET_TOOLS.has(name) ? 0 : OUTPUT_ROWS;
}

function toneOfOutput({ state }: ToolBody): Tone {
  return state.kind === 'ended' && state.end !== 'ok' && state.end !== 'aborted' ? 'bad' : 'dim';
}

type Fold = { readonly room: number; readonly rows: number; readonly toneOf: (text: string) => Tone };

/** The first rows, and how many are folded. Only visible rows are laid out. */
function folded(text: string, { room, rows, toneOf }: Fold): readonly Line[] {
  const whole = text.trimEnd();
  if (whole === '') return [];
  const lines = whole.split('\n');
  const shown: Line[] = [];
  for (const [index, each] of lines.entries()) {
    const tone = toneOf(each);
    // A line of a tool's output can be as long as the whole output; only the part that the screen would show is examined.
    const start = Number.isFinite(rows) ? each.slice(0, (rows + 1) * room * 2) : each;
    const broken = safeLines(start.replace(/\r$/, '')).flatMap((safe) => wrap(safe, room));
    if (shown.length + broken.length > rows) {
      shown.push(...broken.slice(0, rows - shown.length).map((row) => line(`${INDENT}${row}`, tone)));
      const rest = lines.length - index;
      return [
        ...shown,
        line(`${INDENT}${cut(`… ${plural(rest, shown.length === 0 ? 'line' : 'more line')} (ctrl+o)`, room)}`, 'dim'),
      ];
    }
    shown.push(...broken.map((row) => line(`${INDENT}${row}`, tone)));
  }
  return shown;
}

function tail(text: string, { room, rows }: { readonly room: number; readonly rows: number }): readonly Line[] {
  const end = text.slice(-rows * room * 2).trimEnd();
  if (end === '') return [];
  const lines = safeLines(end).flatMap((each) => wrap(each, room));
  return lines.slice(-rows).map((row) => line(`${INDENT}${row}`, 'dim'));
}

function diffTone(text: string): Tone {
  if (text.startsWith('+++') || text.startsWith('---')) return 'dim';
  if (text.startsWith('+')) return 'added';
  if (text.startsWith('-')) return 'removed';
  return text.startsWith('@@') ? 'hunk' : 'plain';
}
