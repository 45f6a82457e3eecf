import type { SavedSession } from '@caliban/agent/session';
import { spelledOut } from '@caliban/calls/text';
import { firstLine } from '../commands/resume-session.ts';
import type { EditedLine } from '../fields/edit-line.ts';
import { footed } from '../fields/footed.ts';
import { keyLines } from '../fields/key-lines.ts';
import { revealing } from '../fields/scroll.ts';
import { textLines, titleLine } from '../fields/section-lines.ts';
import { selectedRow } from '../fields/selected-row.ts';
import { textFieldLine } from '../fields/text-field.ts';
import { cutText } from '../screen/cut-text.ts';
import type { Line } from '../screen/line.ts';
import { localTime } from '../screen/local-time.ts';
import type { ScreenSize } from '../screen/use-size.ts';

/** Ignores case; searches the first and the last prompt. */
export function matchingSessions(sessions: readonly SavedSession[], text: string): readonly SavedSession[] {
  const searched = text.trim().toLowerCase();
  if (searched === '') return sessions;
  return sessions.filter(({ id, firstPrompt, lastPrompt }) =>
    `${firstPrompt}\n${lastPrompt}\n${id}`.toLowerCase().includes(searched),
  );
}

export type PickerView = {
  readonly sessions: readonly SavedSession[];
  readonly total: number;
  readonly at: number;
  readonly search: EditedLine;
  readonly now: Date;
};

/** Title, search, an empty row, and the keys at the bottom. */
const AROUND = 5;
const ROWS_EACH = 2;

export function sessionsShown(rows: number): number {
  return Math.max(1, Math.floor((rows - AROUND) / ROWS_EACH));
}

export function pickerLines({ sessions, total, at, search, now }: PickerView, size: ScreenSize): readonly Line[] {
  const { columns, rows } = size;
  const height = sessionsShown(rows);
  const top = revealing(at, Math.max(0, at - Math.floor(height / 2)), { total: sessions.length, height });
  const listed = sessions.slice(top, top + height).flatMap((session, index) => {
    const [first, second] = sessionRows(session, now, columns);
    return top + index === at ? [selectedRow(first, columns), selectedRow(second, columns, ' ')] : [first, second];
  });
  const counted = sessions.length === total ? `${at + 1} of ${total}` : `${at + 1} of ${sessions.length} that match`;
  const head: readonly Line[] = [
    titleLine('Resume a session', columns),
    [{ text: '  search: ', tone: 'dim' }, ...textFieldLine({ text: search, columns: columns - 10, hasFocus: true })],
    [],
  ];
  const list: readonly Line[] =
    sessions.length === 0 ? textLines('  No session fits that.', { columns, tone: 'dim' }) : listed;
  const keys = `↑↓ move · Enter resume · type to search · Esc back${sessions.length === 0 ? '' : ` · ${counted}`}`;
  return footed([...head, ...list], keyLines(keys, columns, 1), rows);
}

/** The time, the first prompt and the last one. */
function sessionRows(
  { changedAt, firstPrompt, lastPrompt }: SavedSession,
  now: Date,
  columns: number,
): readonly [Line, Line] {
  const when = localTime(changedAt, now).padEnd(WHEN_COLUMNS);
  const room = Math.max(1, columns - WHEN_COLUMNS - 3);
  const first = firstLine(firstPrompt);
  const last = firstLine(lastPrompt);
  return [
    [
      { text: `  ${when} `, tone: 'dim' },
      { text: cutText(spelledOut(first === '' ? '(nothing was asked)' : first), room), tone: 'plain' },
    ],
    [
      { text: ' '.repeat(WHEN_COLUMNS + 3), tone: 'plain' },
      { text: last === first ? '' : cutText(`… ${spelledOut(last)}`, room), tone: 'dim' },
    ],
  ];
}

const WHEN_COLUMNS = 16;
