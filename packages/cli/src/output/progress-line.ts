import type { Terminal } from '../process/terminal.ts';

/**
 * Shows progress on standard error for work that takes longer than a second: on a terminal in one line, else one line every 10 s.
 */
export class ProgressLine {
  readonly #terminal: Terminal;
  readonly #isShown: boolean;
  readonly #startedAt = performance.now();
  #shownAt = performance.now();
  #length = 0;

  constructor(terminal: Terminal, { isShown }: { readonly isShown: boolean }) {
    this.#terminal = terminal;
    this.#isShown = isShown;
  }

  show(text: string): void {
    const now = performance.now();
    const { columns } = this.#terminal;
    const isTerminal = columns !== undefined;
    if (!this.#isShown || now - this.#startedAt < FIRST_MS) return;
    if (now - this.#shownAt < (isTerminal ? EVERY_MS : EVERY_LINE_MS)) return;
    this.#shownAt = now;
    if (!isTerminal) {
      this.#terminal.err(`${text}\n`);
      return;
    }
    const line = text.slice(0, columns - 1);
    this.#terminal.err(`\r${line.padEnd(this.#length)}`);
    this.#length = line.length;
  }

  clear(): void {
    if (this.#length > 0) this.#terminal.err(`\r${' '.repeat(this.#length)}\r`);
    this.#length = 0;
  }
}

const FIRST_MS = 1_000;
const EVERY_MS = 100;
const EVERY_LINE_MS = 10_000;
