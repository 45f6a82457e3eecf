import { spelledOut } from '@caliban/calls/text';
import type { Part, Question } from '@caliban/gate';
import { answersInColumn, answersInRow, messageField } from '../fields/answer-list.ts';
import type { EditedLine } from '../fields/edit-line.ts';
import { FRAME_COLUMNS, FRAME_ROWS, framed, hasRoomForFrame, spaced } from '../fields/frame-lines.ts';
import { clampTop } from '../fields/scroll.ts';
import { textLines, titleLine } from '../fields/section-lines.ts';
import { EMPTY_LINE, type Line } from '../screen/line.ts';
import { widthOf } from '../screen/width.ts';
import type { Offer } from './answers.ts';
import type { CallRows } from './call-lines.ts';
import { riskLines, riskTone } from './risk-lines.ts';
import { whyLines } from './why-lines.ts';

export type ModalSight = {
  readonly question: Question;
  readonly asking: readonly Part[];
  readonly body: CallRows;
  readonly offer: Offer;
  /** Null: nothing is selected yet. */
  readonly selected: number | null;
  /** The message to the model while it is being written. */
  readonly message: EditedLine | null;
  readonly isArmed: boolean;
  readonly hasDiff: boolean;
  /** Null: the body's own start position. */
  readonly top: number | null;
  readonly columns: number;
  readonly rows: number;
};

export type ModalLayout = { readonly lines: readonly Line[]; readonly top: number; readonly height: number };

/** The width of the call and its explanation on a screen of this size. */
export function modalWidth(screen: { readonly columns: number; readonly rows: number }): number {
  return hasRoomForFrame(screen) ? screen.columns - FRAME_COLUMNS : screen.columns;
}

/**
 * Effects, the call, the reasons, the answers. Everything but the call has a fixed place; the call scrolls in the remaining rows.
 */
export function layOutModal(sight: ModalSight): ModalLayout {
  const { columns: screenColumns, rows: screenRows, question } = sight;
  const title = titleOf(sight);
  const foot = footText(sight);
  if (!hasRoomForFrame({ columns: screenColumns, rows: screenRows })) {
    const keys = textLines(foot, { columns: screenColumns, tone: 'dim', most: 1 });
    const { lines, ...scrolled } = layOutContent(sight, screenColumns, screenRows - 1 - keys.length);
    return { lines: [titleLine(title, screenColumns), ...lines, ...keys], ...scrolled };
  }
  const columns = screenColumns - FRAME_COLUMNS;
  const { lines, ...scrolled } = layOutContent(sight, columns, screenRows - FRAME_ROWS);
  const frame = framed(lines, { title, foot, tone: riskTone(question.call), columns: screenColumns });
  // Separated from the transcript above it if there is room.
  return { lines: frame.length < screenRows - 2 ? [EMPTY_LINE, ...frame] : frame, ...scrolled };
}

function layOutContent(sight: ModalSight, columns: number, rows: number): ModalLayout {
  const { body, question, asking, offer } = sight;
  const isLow = rows < LOW;
  const risks = riskLines(question.call, { columns, most: isLow ? 1 : 3 });
  const answers =
    sight.message !== null
      ? messageField(sight.message, { columns, title: 'The call is rejected, and the agent reads:' })
      : isLow
        ? answersInRow(offer.answers, { ...sight, columns })
        : answersInColumn(offer.answers, { ...sight, columns });
  const why = whyLines(question, { asking, columns, most: isLow ? 1 : 3 });
  const missing = offer.missing === null ? [] : textLines(offer.missing, { columns, tone: 'dim', most: isLow ? 1 : 2 });
  const below = rows - answers.length;
  const note = noteLines(body, columns).slice(0, Math.max(below > 1 ? 1 : 0, below - MIN_BODY_ROWS));
  const risk = risks.slice(0, Math.max(0, below - note.length - MIN_BODY_ROWS));
  const left = below - note.length - risk.length;
  // If there is room for only one of them, the call is shown rather than its explanation.
  const explained = [...why, ...missing].slice(0, Math.max(0, left - Math.min(MIN_BODY_ROWS, body.rows.length)));
  const room = Math.max(1, left - explained.length);
  // A long call gives up some of its rows for gaps, so that the question is easy to read.
  const airy = !isLow && body.rows.length > room ? Math.max(MIN_BODY_ROWS, room - MAX_GAPS) : room;
  const isLong = body.rows.length > airy;
  const height = isLong && airy > 1 ? airy - 1 : Math.min(airy, body.rows.length);
  const top = clampTop(sight.top ?? body.start, { total: body.rows.length, height });
  const position = isLong && airy > 1 ? [positionLine({ top, height, total: body.rows.length })] : [];
  const call = [...body.rows.slice(top, top + height), ...position, ...note];
  const used = risk.length + call.length + explained.length + answers.length;
  return { lines: spaced([risk, call, explained, answers], rows - used), top, height };
}

/** With fewer rows inside the frame than this, every block takes as little room as possible. */
const LOW = 17;
const MIN_BODY_ROWS = 3;
const MAX_GAPS = 3;

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

/** As many of the keys as fit, the most important first. */
function footText({ isArmed, hasDiff, message, offer, columns }: ModalSight): string {
  if (message !== null) return 'Enter rejects and sends it · Esc back';
  if (!isArmed) return 'keys work in a moment …';
  const keys = [
    `↑↓ Enter or 1–${offer.answers.length}`,
    'Esc rejects once',
    'PgUp/PgDn scroll',
    ...(hasDiff ? ['d diff or input'] : []),
    'Shift+Tab mode',
  ];
  return keys.reduce((text, key) => (widthOf(`${text} · ${key}`) <= columns - 6 ? `${text} · ${key}` : text));
}
