import type { Part, Question } from '@caliban/gate';
import { clampTop } from '../fields/scroll.ts';
import { textLines, titleLine } from '../fields/section-lines.ts';
import { spelledOut } from '../fields/spelled.ts';
import type { Line } from '../screen/line.ts';
import { widthOf } from '../screen/width.ts';
import type { Offer } from './answers.ts';
import type { CallRows } from './call-lines.ts';
import { whyLines } from './why-lines.ts';

export type ModalSight = {
  readonly question: Question;
  readonly asking: readonly Part[];
  readonly body: CallRows;
  readonly offer: Offer;
  /** Null: nothing is chosen yet. */
  readonly selected: number | null;
  readonly isArmed: boolean;
  readonly hasDiff: boolean;
  /** Null: where the body wants to begin. */
  readonly top: number | null;
  readonly columns: number;
  readonly rows: number;
};

export type ModalLayout = { readonly lines: readonly Line[]; readonly top: number; readonly height: number };

/** Everything but the call has its fixed place; the call gets the rows that are left and is scrolled in them. */
export function layOutModal(sight: ModalSight): ModalLayout {
  const { body, columns, rows } = sight;
  const isLow = rows < 16;
  const answers = isLow ? answersInRow(sight) : answersInColumn(sight);
  const foot = footLines(sight);
  const why = whyLines(sight.question, { asking: sight.asking, columns, most: isLow ? 1 : 3 });
  const missing =
    sight.offer.missing === null ? [] : textLines(sight.offer.missing, { columns, tone: 'dim', most: isLow ? 1 : 2 });
  const below = rows - 1 - answers.length - foot.length;
  const note = noteLines(body, columns).slice(0, Math.max(0, below - LEAST_BODY));
  const left = below - note.length;
  // The call comes before its explanation where there is room for one of them only.
  const explained = [...why, ...missing].slice(0, Math.max(0, left - Math.min(LEAST_BODY, body.rows.length)));
  const room = Math.max(1, left - explained.length);
  const isLong = body.rows.length > room;
  const height = isLong && room > 1 ? room - 1 : Math.min(room, body.rows.length);
  const top = clampTop(sight.top ?? body.start, { total: body.rows.length, height });
  const position = isLong && room > 1 ? [positionLine({ top, height, total: body.rows.length })] : [];
  const shown = body.rows.slice(top, top + height);
  return {
    lines: [titleLine(titleOf(sight), columns), ...shown, ...position, ...note, ...explained, ...answers, ...foot],
    top,
    height,
  };
}

const LEAST_BODY = 3;

function titleOf({ question: { call } }: ModalSight): string {
  const agent = call.origin.agent === undefined ? '' : ` for the sub-agent ${spelledOut(call.origin.agent)}`;
  return `Allow ${spelledOut(call.tool)}${agent}?`;
}

function noteLines({ note }: CallRows, columns: number): readonly Line[] {
  return note === null ? [] : textLines(note, { columns, tone: 'warning', most: 2 });
}

function positionLine({ top, height, total }: { top: number; height: number; total: number }): Line {
  const below = total - top - height;
  const more = below > 0 ? `, ${below} more below (PgDn)` : '';
  return [{ text: `  rows ${top + 1}–${top + height} of ${total}${more}`, tone: 'warning' }];
}

function answersInColumn({ offer, selected, isArmed }: ModalSight): readonly Line[] {
  return offer.answers.map(({ key, label }, index): Line => {
    const isSelected = index === selected;
    return [
      { text: isSelected ? '❯ ' : '  ', tone: 'accent' },
      { text: key, tone: isArmed ? 'accent' : 'dim' },
      { text: `  ${label}`, tone: isArmed ? (isSelected ? 'strong' : 'plain') : 'dim' },
    ];
  });
}

function answersInRow({ offer, selected, isArmed, columns }: ModalSight): readonly Line[] {
  const lines: Line[] = [];
  let row: Line = [];
  let width = 0;
  for (const [index, { key, label }] of offer.answers.entries()) {
    const text = `${index === selected ? '❯' : ' '}${key} ${label} `;
    if (width + widthOf(text) > columns && row.length > 0) {
      lines.push(row);
      row = [];
      width = 0;
    }
    row = [...row, { text, tone: isArmed ? (index === selected ? 'strong' : 'plain') : 'dim' }];
    width += widthOf(text);
  }
  return [...lines, row];
}

function footLines({ isArmed, hasDiff, columns }: ModalSight): readonly Line[] {
  const keys = `↑↓ Enter choose · Esc rejects once · PgUp/PgDn/Home/End scroll${hasDiff ? ' · d diff or input' : ''}`;
  return textLines(isArmed ? keys : 'keys count in a moment …', { columns, tone: 'dim', most: 1 });
}
