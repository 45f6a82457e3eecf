import { EMPTY_LINE, type Line, line } from '../screen/line.ts';
import { safeLine } from '../screen/safe-text.ts';
import { widthOf } from '../screen/width.ts';
import { cut } from '../screen/wrap.ts';
import { layOutPrompt, type Place } from './prompt/lay-out-prompt.ts';
import type { Session } from './session.ts';
import { spinner } from './spinner.ts';

/** The area below the transcript: the activity row, waiting prompts, the prompt, its menu. */
export type PromptArea = { readonly rows: readonly Line[]; readonly cursor: Place };

export type AreaSize = { readonly columns: number /** Of the whole screen. */; readonly rows: number };

const MARK = '> ';

export function layOutPromptArea(session: Session, size: AreaSize): PromptArea {
  const gap = size.rows < ROOM_FOR_A_GAP ? [] : [EMPTY_LINE];
  const above = [...gap, ...workingRows(session, size), ...queueRows(session, size)];
  const { rows, cursor } = promptRows(session, size);
  return {
    rows: [...above, ...rows, ...menuRows(session, size)],
    cursor: { row: above.length + cursor.row, column: cursor.column },
  };
}

const ROOM_FOR_A_GAP = 16;

function workingRows({ runner, clock }: Session, { columns, rows }: AreaSize): readonly Line[] {
  if (runner.since === null || rows < 5) return [];
  return [
    [
      { text: spinner(clock()), tone: 'accent' },
      { text: cut(' working · esc interrupts', columns - 1), tone: 'dim' },
    ],
  ];
}

function queueRows({ runner: { queue } }: Session, { columns, rows }: AreaSize): readonly Line[] {
  if (queue.length === 0 || rows < 6) return [];
  const [first = ''] = queue;
  const more = queue.length === 1 ? '' : ` (and ${queue.length - 1} more)`;
  return [line(`${cut(`queued: ${safeLine(first)}`, columns - more.length)}${more}`, 'dim')];
}

function promptRows({ prompt, parts, runner }: Session, { columns, rows }: AreaSize): PromptArea {
  const room = columns - MARK.length;
  const { emptyPrompt } = parts.about;
  if (prompt.isEmpty && emptyPrompt !== undefined && !runner.isRunning) {
    const hint: Line = [
      { text: MARK, tone: 'accent' },
      { text: cut(safeLine(emptyPrompt.hint), room), tone: 'dim' },
    ];
    return { rows: [hint], cursor: { row: 0, column: MARK.length } };
  }
  const layout = layOutPrompt(prompt.buffer, room);
  const most = Math.max(1, Math.floor(rows / 3));
  const first = Math.max(0, Math.min(layout.cursor.row - most + 1, layout.rows.length - most));
  const shown = layout.rows.slice(first, first + most);
  return {
    rows: shown.map((row, index) => [
      { text: index === 0 ? MARK : ' '.repeat(MARK.length), tone: 'accent' },
      { text: row, tone: 'plain' },
    ]),
    cursor: { row: layout.cursor.row - first, column: MARK.length + layout.cursor.column },
  };
}

function menuRows({ prompt: { menu } }: Session, { columns, rows }: AreaSize): readonly Line[] {
  if (menu.open === null) return [];
  const { completions, selected } = menu.open;
  const room = Math.max(1, Math.min(MAX_MENU_ROWS, rows - 6));
  const isScrolled = completions.length > room && room > 1;
  const most = isScrolled ? room - 1 : room;
  const first = Math.max(0, Math.min(selected - most + 1, completions.length - most));
  const shown = completions.slice(first, first + most);
  // Over all rows: the names must not move when the menu scrolls.
  const widest = Math.min(
    Math.floor(columns / 2),
    Math.max(...completions.map(({ label }) => widthOf(safeLine(label)))),
  );
  const listed = shown.map(({ label, detail }, index): Line => {
    const isSelected = first + index === selected;
    const name = cut(safeLine(label), detail === '' ? columns - 2 : widest);
    const pad = ' '.repeat(Math.max(0, widest - widthOf(name)) + 2);
    return [
      { text: isSelected ? '❯ ' : '  ', tone: 'accent' },
      { text: name, tone: isSelected ? 'strong' : 'plain' },
      { text: detail === '' ? '' : cut(`${pad}${safeLine(detail)}`, columns - 2 - widthOf(name)), tone: 'dim' },
    ];
  });
  const below = completions.length - first - shown.length;
  return isScrolled ? [...listed, scrollMark(first, below, columns)] : listed;
}

const MAX_MENU_ROWS = 12;

function scrollMark(above: number, below: number, columns: number): Line {
  const parts = [above === 0 ? '' : `↑ ${above} more`, below === 0 ? '' : `↓ ${below} more`];
  return line(cut(`  ${parts.filter((text) => text !== '').join(' · ')}`, columns), 'dim');
}
