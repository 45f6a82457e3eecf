import { plural } from '@caliban/calls/text';
import { markdownLines } from '../markdown/markdown-lines.ts';
import { EMPTY_LINE, type Line, line, type Tone } from '../screen/line.ts';
import { safeLines } from '../screen/safe-text.ts';
import { widthOf } from '../screen/width.ts';
import { wrap } from '../screen/wrap.ts';
import type { Entry, NoticeWeight } from './entry.ts';
import { layOutTool } from './lay-out-tool.ts';

export type Layout = {
  readonly columns: number;
  readonly expanded: boolean;
  /** Null: running calls are shown without their time. */
  readonly now: number | null;
};

/** The rows of an entry, without the gap before it. */
export function layOutEntry(entry: Entry, { columns, ...layout }: Layout): readonly Line[] {
  const indent = Math.min(entry.depth * 2, Math.floor(columns / 2));
  const rows = layOutBody(entry, { columns: columns - indent, ...layout });
  if (indent === 0) return rows;
  return rows.map((row) => [{ text: ' '.repeat(indent), tone: 'plain' }, ...row]);
}

function layOutBody(entry: Entry, layout: Layout): readonly Line[] {
  const { columns } = layout;
  switch (entry.kind) {
    case 'prompt':
      return hanging('> ', rowsOf(entry.text, columns - 2), 'strong');
    case 'text':
      return markdownLines(entry.text, columns).map((row) => (entry.depth === 0 ? row : dimmed(row)));
    case 'thinking':
      return layOutThinking(entry.text, layout);
    case 'tool':
      return layOutTool(entry, layout);
    case 'notice':
      return noticeRows(entry.text, columns).map((row) => line(row, NOTICE_TONES[entry.weight]));
  }
}

/** A sub-agent's text is mainly for the agent. */
function dimmed(row: Line): Line {
  return row.map(({ text, tone }) => ({ text, tone: tone === 'plain' ? 'dim' : tone }));
}

const NOTICE_TONES: Readonly<Record<NoticeWeight, Tone>> = {
  quiet: 'dim',
  info: 'plain',
  warning: 'warning',
  error: 'bad',
};

function layOutThinking(text: string, { columns, expanded }: Layout): readonly Line[] {
  const lines = text.trimEnd().split('\n');
  if (!expanded) return [line(wrap(`thinking, ${plural(lines.length, 'line')} (ctrl+o)`, columns)[0] ?? '', 'dim')];
  return [line('thinking', 'dim'), ...hanging('  ', rowsOf(text, columns - 2), 'dim')];
}

/** Text made safe and broken into rows; blank lines at its end are left out. */
function rowsOf(text: string, columns: number): readonly string[] {
  return safeLines(text.trimEnd()).flatMap((each) => wrap(each, columns));
}

/** A long row of a list goes on below its last column, so that the names beside it stay alone. */
function noticeRows(text: string, columns: number): readonly string[] {
  return safeLines(text.trimEnd()).flatMap((each) => {
    if (widthOf(each) <= columns) return [each];
    const [column = ''] = /^.*\S {2,}(?=\S)/.exec(each) ?? /^ *(?:[▸✓✗!·•] |\d+\. )?(?=\S)/.exec(each) ?? [];
    const head = widthOf(column) > columns / 2 ? '' : column;
    const rows = wrap(each.slice(head.length), columns - widthOf(head));
    return rows.map((row, index) => (index === 0 ? head : ' '.repeat(widthOf(head))) + row);
  });
}

function hanging(mark: string, rows: readonly string[], tone: Tone): readonly Line[] {
  return rows.map((row, index) => line(`${index === 0 ? mark : ' '.repeat(mark.length)}${row}`, tone));
}

/** An empty row if this entry is separated from the previous one. */
export function gapBefore(entry: Entry, previous: Entry | undefined): readonly Line[] {
  if (previous === undefined) return [];
  if (entry.kind === 'text' && entry.continues) return [];
  if (entry.kind === previous.kind && (entry.kind === 'tool' || entry.kind === 'notice')) return [];
  if (entry.depth > 0 && previous.depth > 0 && entry.kind !== 'text') return [];
  return [EMPTY_LINE];
}
