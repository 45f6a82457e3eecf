export type ScreenPoint = { readonly column: number; readonly row: number };

/**
 * Draws frames on the whole screen. Every row has its place there, so only those that changed are written, and nothing that
 * happened to the screen before can shift what is drawn now.
 */
export class Painter {
  /** Where the terminal's own cursor stands; it is hidden when there is no such place. */
  cursor: ScreenPoint | null = null;
  readonly #terminal: { write(text: string): unknown };
  #frame: readonly string[] = [];
  /** What stands on the screen; null when nobody knows. */
  #painted: readonly string[] | null = null;
  #paintedCursor = '';

  constructor(terminal: { write(text: string): unknown }) {
    this.#terminal = terminal;
  }

  show(frame: string): void {
    this.#frame = frame.split('\n');
    this.#paint();
  }

  /** The terminal has changed under us, as it does when it gets another size: the next frame is drawn as a whole. */
  forget(): void {
    this.#painted = null;
  }

  #paint(): void {
    const rows = changedRows(this.#painted, this.#frame);
    const cursor = this.cursor === null ? '' : `${at(this.cursor)}${SHOW_CURSOR}`;
    if (rows === '' && cursor === this.#paintedCursor) return;
    this.#painted = this.#frame;
    this.#paintedCursor = cursor;
    this.#terminal.write(`${HOLD}${HIDE_CURSOR}${rows}${cursor}${RELEASE}`);
  }
}

function changedRows(before: readonly string[] | null, after: readonly string[]): string {
  const old = before ?? [];
  const rows = Array.from({ length: Math.max(old.length, after.length) }, (_, row) => {
    const text = after[row] ?? '';
    // Erased first: behind a row as wide as the screen, erasing the rest would take its last letter.
    return text === (old[row] ?? '') ? '' : `${at({ column: 0, row })}${ERASE_ROW}${text}`;
  });
  return `${before === null ? ERASE_SCREEN : ''}${rows.join('')}`;
}

function at({ column, row }: ScreenPoint): string {
  return `\u001b[${row + 1};${column + 1}H`;
}

const ERASE_ROW = '\u001b[2K';
const ERASE_SCREEN = '\u001b[2J';
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
/** Terminals that know these show nothing in between. */
const HOLD = '\u001b[?2026h';
const RELEASE = '\u001b[?2026l';
