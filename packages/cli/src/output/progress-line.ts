import type { Terminal } from '../process/terminal.ts';

/** One line on standard error that tells how far something is, where a person is watching. */
export class ProgressLine {
  readonly #terminal: Terminal;
  readonly #isShown: boolean;
  #shownAt = 0;
  #length = 0;

  constructor(terminal: Terminal, { isShown }: { readonly isShown: boolean }) {
    this.#terminal = terminal;
    this.#isShown = isShown && terminal.columns !== undefined;
  }

  show(text: string): void {
    const now = performance.now();
    if (!this.#isShown || now - this.#shownAt < EVERY_MS) return;
    this.#shownAt = now;
    const line = text.slice(0, (this.#terminal.columns ?? 80) - 1);
    this.#terminal.err(`\r${line.padEnd(this.#length)}`);
    this.#length = line.length;
  }

  clear(): void {
    if (this.#length > 0) this.#terminal.err(`\r${' '.repeat(this.#length)}\r`);
    this.#length = 0;
  }
}

const EVERY_MS = 100;
