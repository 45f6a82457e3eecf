import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Terminal } from '../process/terminal.ts';

type Screen = { readonly columns: number; readonly rows: number };

/** Runs a command with its output in a pager, if it doesn't fit on the screen. */
export async function paged(
  terminal: Terminal,
  screen: Screen,
  run: (terminal: Terminal) => Promise<number>,
): Promise<number> {
  const pager = new Pager(terminal, screen);
  // A copy with its getters: commands spread it, and then nothing of a prototype is left.
  const throughPager: Terminal = Object.defineProperties({} as Terminal, {
    ...Object.getOwnPropertyDescriptors(terminal),
    out: { value: (text: string) => pager.write(text), enumerable: true },
    drained: { value: () => pager.drained(), enumerable: true },
  });
  try {
    return await run(throughPager);
  } finally {
    await pager.end();
  }
}

/** Buffers the output until it is longer than the screen; for less, a pager would only flash by. */
class Pager {
  readonly #terminal: Terminal;
  readonly #screen: Screen;
  #held = '';
  #rows = 0;
  #process: ChildProcess | null = null;
  /** The pager couldn't be started; from then on everything goes to the terminal. */
  #isMissing = false;
  #hasEnded = false;
  #exited: Promise<unknown> = Promise.resolve();

  constructor(terminal: Terminal, screen: Screen) {
    this.#terminal = terminal;
    this.#screen = screen;
  }

  write(text: string): void {
    if (this.#isMissing) {
      this.#terminal.out(text);
      return;
    }
    if (this.#process !== null) {
      if (this.#held.length < MAX_HELD) this.#held += text;
      this.#process.stdin?.write(text);
      return;
    }
    this.#held += text;
    this.#rows += rowsOf(text, this.#screen.columns);
    if (this.#rows >= this.#screen.rows) this.#start();
  }

  async drained(): Promise<void> {
    const input = this.#process?.stdin;
    if (input?.writableNeedDrain === true) await Promise.race([once(input, 'drain'), this.#exited]);
    else await this.#terminal.drained();
  }

  /** Prints the buffered output, or waits until the pager is closed. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    if (this.#process === null) {
      if (!this.#isMissing) this.#terminal.out(this.#held);
      return;
    }
    this.#process.stdin?.end();
    await this.#exited;
  }

  #start(): void {
    const { env } = this.#terminal;
    const named = env.PAGER?.trim();
    const child = spawn(named === undefined || named === '' ? 'less' : named, {
      env: { ...env, LESS: env.LESS ?? 'FRX' },
      stdio: ['pipe', 'inherit', 'inherit'],
      shell: named !== undefined && named !== '',
    });
    this.#process = child;
    // The pager handles keys: Ctrl-C stops a search in it and must not kill us.
    const stay = () => {};
    process.on('SIGINT', stay);
    // It was closed before everything was written.
    child.stdin.on('error', () => {});
    child.stdin.write(this.#held);
    this.#exited = new Promise<void>((resolve) => {
      child.on('error', () => resolve(this.#goOnWithout()));
      child.on('exit', (code) => {
        process.off('SIGINT', stay);
        if (code === NOT_FOUND) this.#goOnWithout();
        // The rest isn't wanted.
        else if (!this.#hasEnded) process.exit();
        resolve();
      });
    });
  }

  #goOnWithout(): void {
    this.#isMissing = true;
    this.#process = null;
    this.#terminal.out(this.#held);
  }
}

/** The exit code of a shell for a missing program. */
const NOT_FOUND = 127;
/** Printed again if the pager turns out to be missing. */
const MAX_HELD = 1024 * 1024;

function rowsOf(text: string, columns: number): number {
  return text
    .replaceAll(COLOUR, '')
    .split('\n')
    .slice(0, -1)
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
}

const COLOUR = /\u001b\[\d*m/g;
