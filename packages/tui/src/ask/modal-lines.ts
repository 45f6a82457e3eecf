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
  /** Null: nothing is chosen yet. */
  readonly selected: number | null;
  /** The text for the model, while it is being written. */
  readonly message: EditedLine | null;
  readonly isArmed: boolean;
  readonly hasDiff: boolean;
  /** Null: where the body wants to begin. */
  readonly top: number | null;
  readonly columns: number;
  readonly rows: number;
};

export type ModalLayout = { readonly lines: readonly Line[]; readonly top: number; readonly height: number };

/** How wide the call and its explanation may be on a screen of this size. */
export function modalWidth(screen: { readonly columns: number; readonly rows: number }): number {
  return hasRoomForFrame(screen) ? screen.columns - FRAME_COLUMNS : screen.columns;
}

/** What happens, the call, why it asks, the answers. All but the call have their fixed place; the call is scrolled in the rows that are left. */
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
  // Apart from the transcript above it, where there is room.
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
  // The call comes before its explanation where there is room for one of them only.
  const explained = [...why, ...missing].slice(0, Math.max(0, left - Math.min(MIN_BODY_ROWS, body.rows.length)));
  const room = Math.max(1, left - explained.length);
  // A long call gives up some of its rows, so that the question can be taken in at a glance.
  const airy = !isLow && body.rows.length > room ? Math.max(MIN_BODY_ROWS, room - MAX_GAPS) : room;
  const isLong = body.rows.length > airy;
  const height = isLong && airy > 1 ? airy - 1 : Math.min(airy, body.rows.length);
  const top = clampTop(sight.top ?? body.start, { total: body.rows.length, height });
  const position = isLong && airy > 1 ? [positionLine({ top, height, total: body.rows.length })] : [];
  const call = [...body.rows.slice(top, top + height), ...position, ...note];
  const used = risk.length + call.length + explained.length + answers.length;
  return { lines: spaced([risk, call, explained, answers], rows - used), top, height };
}

/** Rows inside the frame: with fewer of them, every block takes as little as it can. */
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

/** As many of the keys as fit, those that are needed most first. */
function footText({ isArmed, hasDiff, message, offer, columns }: ModalSight): string {
  if (message !== null) return 'Enter rejects and sends it · Esc back';
  if (!isArmed) return 'keys count in a moment …';
  const keys = [
    `↑↓ Enter or 1–${offer.answers.length}`,
    'Esc rejects once',
    'PgUp/PgDn scroll',
    ...(hasDiff ? ['d diff or input'] : []),
    'Shift+Tab mode',
  ];
  return keys.reduce((text, key) => (widthOf(`${text} · ${key}`) <= columns - 6 ? `${text} · ${key}` : text));
}
