import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { keyBytes } from './key-bytes.ts';

export type Cell = {
  readonly text: string;
  /** The number in the 16-colour palette; null for the terminal's own. */
  readonly colour: number | null;
  readonly bold: boolean;
};

export type TerminalOptions = {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
};

/** A real program in a real terminal: keys go in, the screen comes out. */
export class TestTerminal {
  readonly #screen: xterm.Terminal;
  readonly #pty: ReturnType<typeof spawn>;
  readonly #waiting = new Set<() => void>();
  readonly #titles: string[] = [];
  #raw = '';
  /** While a frame is on its way, what stood there before it. */
  #heldRows: readonly string[] | null = null;
  /** The screen when the last key was pressed, until somebody waits for what comes of it. */
  #before: string | null = null;
  #exit: { readonly code: number } | null = null;
  readonly exited: Promise<number>;

  private constructor(program: string, args: readonly string[], options: TerminalOptions) {
    const { columns = 80, rows = 24, env = {}, cwd = process.cwd() } = options;
    this.#screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 5000 });
    this.#screen.onTitleChange((title) => this.#titles.push(title));
    this.#onFrame('h', () => {
      this.#heldRows ??= this.#rowsNow();
    });
    this.#onFrame('l', () => {
      this.#heldRows = null;
    });
    this.#pty = spawn(program, [...args], {
      name: env.TERM ?? 'xterm-256color',
      cols: columns,
      rows,
      cwd,
      env: withoutUndefined({ ...process.env, CI: undefined, NO_COLOR: undefined, FORCE_COLOR: undefined, ...env }),
    });
    // What the terminal answers to a program's question goes back to the program.
    this.#screen.onData((answer) => this.#pty.write(answer));
    this.#pty.onData((data) => {
      this.#raw += data;
      this.#screen.write(data, () => this.#look());
    });
    this.exited = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode }) => {
        this.#exit = { code: exitCode };
        // The last output may still be on its way into the screen.
        this.#screen.write('', () => {
          this.#look();
          resolve(exitCode);
        });
      });
    });
  }

  static start(program: string, args: readonly string[], options: TerminalOptions = {}): TestTerminal {
    return new TestTerminal(program, args, options);
  }

  /** Keys by name: `press('a', 'enter', 'shift+tab')`. */
  press(...keys: readonly string[]): void {
    for (const key of keys) this.type(keyBytes(key));
  }

  /** Text as it would be typed. */
  type(text: string): void {
    this.#before = this.text;
    this.#pty.write(text);
  }

  paste(text: string): void {
    this.type(`\u001b[200~${text.replaceAll('\n', '\r')}\u001b[201~`);
  }

  resize(columns: number, rows: number): void {
    this.#screen.resize(columns, rows);
    this.#pty.resize(columns, rows);
  }

  get pid(): number {
    return this.#pty.pid;
  }

  /** Rows of the screen as text, without blanks at their ends; never half a frame. */
  get rows(): readonly string[] {
    return this.#heldRows ?? this.#rowsNow();
  }

  get text(): string {
    return this.rows.join('\n');
  }

  /** Everything that was ever written, escape sequences and all. */
  get raw(): string {
    return this.#raw;
  }

  get titles(): readonly string[] {
    return this.#titles;
  }

  get buffer(): 'normal' | 'alternate' {
    return this.#screen.buffer.active.type;
  }

  get cursor(): { readonly row: number; readonly column: number } {
    const { cursorX, cursorY } = this.#screen.buffer.active;
    return { row: cursorY, column: cursorX };
  }

  /** The cells of the first place where the text stands on the screen. */
  cellsOf(text: string): readonly Cell[] {
    const row = this.rows.findIndex((each) => each.includes(text));
    if (row === -1) throw new Error(`\`${text}\` is not on the screen:\n${this.text}`);
    const { active } = this.#screen.buffer;
    const line = active.getLine(active.baseY + row);
    const from = (this.rows[row] as string).indexOf(text);
    return Array.from({ length: text.length }, (_, index) => {
      const cell = line?.getCell(from + index);
      return {
        text: cell?.getChars() ?? '',
        colour: cell === undefined || cell.isFgDefault() ? null : cell.getFgColor(),
        bold: cell?.isBold() !== 0 && cell !== undefined,
      };
    });
  }

  /** Resolves as soon as the screen shows it, which it must not have done before the last key. */
  async shows(wanted: string | RegExp | ((screen: string) => boolean), patienceMs = 30_000): Promise<void> {
    const matches =
      typeof wanted === 'function'
        ? wanted
        : (screen: string) => (typeof wanted === 'string' ? screen.includes(wanted) : wanted.test(screen));
    // Functions may look at more than the screen, which may have changed since.
    if (typeof wanted !== 'function' && this.#before !== null && matches(this.#before)) {
      throw new Error(`${String(wanted)} stood there before the last key, so waiting for it is waiting for nothing`);
    }
    this.#before = null;
    await new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!matches(this.text)) {
          if (this.#exit === null) return;
          finish();
          reject(
            new Error(
              `the program ended (${this.#exit.code}) before the screen showed ${String(wanted)}:\n${this.text}`,
            ),
          );
          return;
        }
        finish();
        resolve();
      };
      const timer = setTimeout(() => {
        finish();
        reject(new Error(`the screen never showed ${String(wanted)}:\n${this.text}`));
      }, patienceMs);
      const finish = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
      };
      this.#waiting.add(look);
      look();
    });
  }

  signal(name: string): void {
    this.#pty.kill(name);
  }

  /** As when its window is closed: the program finds no terminal any more. */
  hangUp(): void {
    (this.#pty as unknown as { destroy(): void }).destroy();
  }

  /** Ends the program, if it still runs. */
  async close(): Promise<void> {
    if (this.#exit === null) this.#pty.kill('SIGKILL');
    await this.exited;
  }

  #rowsNow(): readonly string[] {
    const { active } = this.#screen.buffer;
    const { rows, cols } = this.#screen;
    // Lines of the other screen keep, after a resize, what stood beyond the new width; nobody sees it, and nothing erases it.
    const text = (row: number) => active.getLine(active.baseY + row)?.translateToString(true, 0, cols) ?? '';
    return Array.from({ length: rows }, (_, row) => text(row));
  }

  /** Programs say where a frame begins (`h`) and ends (`l`); a terminal shows nothing in between. */
  #onFrame(final: 'h' | 'l', then: () => void): void {
    this.#screen.parser.registerCsiHandler({ prefix: '?', final }, (params) => {
      if (params.includes(SYNCHRONIZED_UPDATE)) then();
      return false;
    });
  }

  #look(): void {
    for (const look of [...this.#waiting]) look();
  }
}

const SYNCHRONIZED_UPDATE = 2026;

function withoutUndefined(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
