import { plural } from '@caliban/calls/text';
import type { PageChange, PageDiffLine, PagePiece, PageRehearsal } from '../page/page-types.ts';
import type { Terminal } from '../process/terminal.ts';
import { type Paint, paint } from './paint.ts';

type Colours = Pick<Terminal, 'colours'>;

const MAX_ROWS = 200;

/** Below a question in a terminal: what a yes would change. */
export function rehearsalRows(rehearsal: PageRehearsal | null, terminal: Colours): readonly string[] {
  if (rehearsal === null) return [];
  const { text, failed, changes, more, output } = rehearsal;
  const rows = [
    ...changes.map((change) => changeRow(change, terminal)),
    ...(more === 0 ? [] : [paint('warning', `and ${plural(more, 'more change')}`, terminal)]),
    ...(output === null ? [] : ['Its output:', ...framed(textOf(output).split('\n'))]),
    ...changes.flatMap((change) => diffRows(change, terminal)),
  ];
  const left = rows.length - MAX_ROWS;
  return [
    paint(failed ? 'warning' : 'title', text, terminal),
    ...rows.slice(0, MAX_ROWS),
    ...(left > 0 ? [paint('warning', `${plural(left, 'more line')} not shown; --json shows all`, terminal)] : []),
  ];
}

const MARKS: Readonly<Record<PageChange['effect'], readonly [mark: string, colour: Paint]>> = {
  created: ['+', 'good'],
  changed: ['~', 'hint'],
  deleted: ['-', 'bad'],
};

function changeRow({ effect, kind, path, detail }: PageChange, terminal: Colours): string {
  const [mark, colour] = MARKS[effect];
  const what = paint(colour, `${mark} ${effect}${kind === 'file' ? '' : ` ${kind}`}`, terminal);
  return `${what} ${textOf(path)}${detail === '' ? '' : ` (${detail})`}`;
}

function diffRows({ path, diff }: PageChange, terminal: Colours): readonly string[] {
  return diff === null ? [] : framed([textOf(path), ...diff.map((line) => diffRow(line, terminal))]);
}

function diffRow({ sign, text }: PageDiffLine, terminal: Colours): string {
  switch (sign) {
    case '+':
      return paint('good', `+${textOf(text)}`, terminal);
    case '-':
      return paint('bad', `-${textOf(text)}`, terminal);
    case '@':
      return paint('hint', textOf(text), terminal);
    case ' ':
      return ` ${textOf(text)}`;
  }
}

function framed(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `│ ${line}`);
}

/** The server has spelled out what doesn't show. */
function textOf(pieces: readonly PagePiece[]): string {
  return pieces.map(({ text }) => text).join('');
}
