import { spelledOut } from '@caliban/calls/text';
import { graphemes } from '../screen/graphemes.ts';
import type { Line } from '../screen/line.ts';
import { widthOf } from '../screen/width.ts';
import type { EditedLine } from './edit-line.ts';

export type TextFieldView = {
  readonly text: EditedLine;
  readonly columns: number;
  readonly hasFocus: boolean;
  /** Shown while the field is empty. */
  readonly hint?: string;
};

/** A separate character rather than an inverted one, so that it shows without colours. */
const CURSOR = '▏';

/** The text around its cursor, as far as it fits; `…` where more follows to the left or right. */
export function textFieldLine({ text, columns, hasFocus, hint = '' }: TextFieldView): Line {
  const cursor = hasFocus ? CURSOR : '';
  if (text.before === '' && text.after === '') {
    return [
      { text: cursor, tone: 'accent' },
      { text: hint, tone: 'dim' },
    ];
  }
  const before = graphemes(text.before).map(spelledOut);
  const after = graphemes(text.after).map(spelledOut);
  const room = Math.max(3, columns - cursor.length);
  if (totalWidth(before) + totalWidth(after) <= room) return pieces(before.join(''), cursor, after.join(''));

  const wanted = Math.min(totalWidth(after), Math.floor(room / 3));
  const head = lastThatFit(before, room - wanted);
  const tail = firstThatFit(after, room - totalWidth(head));
  return pieces(head.join(''), cursor, tail.join(''));
}

function pieces(before: string, cursor: string, after: string): Line {
  return [
    { text: before, tone: 'plain' },
    { text: cursor, tone: 'accent' },
    { text: after, tone: 'plain' },
  ];
}

function lastThatFit(cells: readonly string[], room: number): readonly string[] {
  if (totalWidth(cells) <= room) return cells;
  return ['…', ...firstThatFit(cells.toReversed(), room - 1, '').toReversed()];
}

function firstThatFit(cells: readonly string[], room: number, mark = '…'): readonly string[] {
  if (totalWidth(cells) <= room) return cells;
  let width = widthOf(mark);
  let taken = 0;
  for (const cell of cells) {
    width += widthOf(cell);
    if (width > room) break;
    taken += 1;
  }
  return [...cells.slice(0, taken), mark];
}

function totalWidth(cells: readonly string[]): number {
  return cells.reduce((width, cell) => width + widthOf(cell), 0);
}
