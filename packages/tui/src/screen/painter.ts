export type ScreenPoint = { readonly column: number; readonly row: number };

/**
 * Draws frames on the whole screen. Every row has a fixed place, so only changed rows are written, and earlier output can't shift
 * what is drawn now.
 */
export class Painter {
  /** The position of the terminal's own cursor; null hides it. */
  cursor: ScreenPoint | null = null;
  readonly #terminal: { write(text: string): unknown };
  #frame: readonly string[] = [];
  /** The current contents of the screen; null if unknown. */
  #painted: readonly string[] | null = null;
  #paintedCursor = '';

  constructor(terminal: { write(text: string): unknown }) {
    this.#terminal = terminal;
  }

  show(frame: string): void {
    this.#frame = frame.split('\n');
    this.#paint();
  }

  /** The terminal's contents have changed, as after a resize: the next frame is drawn as a whole. */
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
    // Erased first: after a row as wide as the screen, erasing the rest would remove its last character.
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
/** Synchronised output: terminals that support it show no partial frames. */
const HOLD = '\u001b[?2026h';
const RELEASE = '\u001b[?2026l';
