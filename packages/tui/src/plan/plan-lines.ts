import type { ProposedPlan } from '@caliban/agent/session';
import { answersInColumn, answersInRow, type ListedAnswer, messageField } from '../fields/answer-list.ts';
import type { EditedLine } from '../fields/edit-line.ts';
import { FRAME_COLUMNS, FRAME_ROWS, framed, hasRoomForFrame, spaced } from '../fields/frame-lines.ts';
import { clampTop } from '../fields/scroll.ts';
import { textLines, titleLine } from '../fields/section-lines.ts';
import { markdownLines } from '../markdown/markdown-lines.ts';
import { type Line, line } from '../screen/line.ts';

export type PlanSight = {
  readonly body: readonly Line[];
  readonly answers: readonly ListedAnswer[];
  readonly selected: number | null;
  /** The message to the agent while it is being written. */
  readonly message: EditedLine | null;
  readonly isArmed: boolean;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
};

type Size = { readonly columns: number; readonly rows: number };

/** A bar on the left distinguishes the agent's text from ours, as in a question. */
export function planRows({ text }: ProposedPlan, size: Size): readonly Line[] {
  const columns = hasRoomForFrame(size) ? size.columns - FRAME_COLUMNS : size.columns;
  if (text.trim() === '') return [line('The agent gave no plan.', 'warning')];
  return markdownLines(text, Math.max(1, columns - BAR.length)).map(
    (row): Line => [{ text: BAR, tone: 'dim' }, ...row],
  );
}

const BAR = '┃ ';
const TITLE = 'Approve this plan?';

export function layOutPlan(sight: PlanSight): {
  readonly lines: readonly Line[];
  readonly top: number;
  readonly height: number;
} {
  const { columns, rows } = sight;
  const foot = footText(sight);
  if (!hasRoomForFrame(sight)) {
    const keys = textLines(foot, { columns, tone: 'dim', most: 1 });
    const content = layOutContent(sight, { columns, rows: rows - 1 - keys.length });
    return { ...content, lines: [titleLine(TITLE, columns), ...content.lines, ...keys] };
  }
  const content = layOutContent(sight, { columns: columns - FRAME_COLUMNS, rows: rows - FRAME_ROWS });
  return { ...content, lines: framed(content.lines, { title: TITLE, foot, tone: 'accent', columns }) };
}

function layOutContent(sight: PlanSight, { columns, rows }: Size): ReturnType<typeof layOutPlan> {
  const { body, message, answers } = sight;
  const isLow = rows < LOW;
  const title = 'The plan goes back to the agent, which reads:';
  const below =
    message !== null
      ? messageField(message, { title, columns })
      : isLow
        ? answersInRow(answers, { ...sight, columns })
        : answersInColumn(answers, { ...sight, columns });
  const room = Math.max(1, rows - below.length - (isLow ? 0 : 1));
  const isLong = body.length > room;
  const height = isLong && room > 1 ? room - 1 : Math.min(room, body.length);
  const top = clampTop(sight.top, { total: body.length, height });
  const position = isLong && room > 1 ? [positionLine({ top, height, total: body.length })] : [];
  const shown = [...body.slice(top, top + height), ...position];
  return { lines: spaced([shown, below], rows - shown.length - below.length), top, height };
}

const LOW = 12;

function positionLine({ top, height, total }: { top: number; height: number; total: number }): Line {
  const left = total - top - height;
  return line(
    `  rows ${top + 1}–${top + height} of ${total}${left > 0 ? `, ${left} more below (PgDn)` : ''}`,
    'warning',
  );
}

function footText({ isArmed, message, answers }: PlanSight): string {
  if (message !== null) return 'Enter sends it back · Esc back';
  if (!isArmed) return 'keys work in a moment …';
  return `↑↓ Enter or 1–${answers.length} · Esc sends it back · PgUp/PgDn scroll`;
}
