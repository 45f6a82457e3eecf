import { fstatSync } from 'node:fs';
import { INTERRUPTED_EXIT } from '../command-line/exit-codes.ts';
import { writeAll } from './standard-output.ts';

/**
 * Standard output of a command that handles signals, also while there is no reader: data that a pipe can't accept yet waits in
 * memory, in order. Files and terminals accept it at once. There must be only one instance and no other writer: two would mix up
 * their lines.
 */
export class LiveOutput {
  readonly #onFailed: (error: Error) => void;
  readonly #stream = leadsToAReader() ? process.stdout : null;
  #written: Promise<void> = Promise.resolve();
  /** Written data that hasn't been accepted yet, the latest last. */
  readonly #waiting = new Set<() => void>();
  #isHurried = false;
  #isOver = false;
  #isUnread = false;

  /** `onFailed`: writing failed, usually because the reader is gone. Called once. */
  constructor(onFailed: (error: Error) => void) {
    this.#onFailed = onFailed;
    this.#stream?.on('error', (error) => this.#fail(error));
  }

  readonly write = (content: string | Uint8Array): void => {
    if (this.#isOver || content.length === 0) return;
    if (this.#stream === null) this.#writeAtOnce(content);
    else this.#queue(this.#stream, content);
  };

  /** Resolves once everything is written, or never will be. */
  drained(): Promise<void> {
    return this.#written;
  }

  /** Null while the reader keeps up; else resolves when it has caught up. */
  caughtUp(): Promise<void> | null {
    const isBehind = !this.#isOver && (this.#stream?.writableLength ?? 0) > MAX_UNREAD;
    return isBehind ? this.#written : null;
  }

  /** The process is to end: from now on, a reader that doesn't read within half a second is given up. */
  hurry(): void {
    this.#isHurried = true;
    this.#giveUpSoon();
  }

  /** Before the process ends by itself: Node would wait for a reader that has been given up. */
  async end(exit: number): Promise<void> {
    process.exitCode = exit;
    await this.#written;
    if (this.#isUnread) process.exit(exit === 0 ? INTERRUPTED_EXIT : exit);
  }

  #writeAtOnce(content: string | Uint8Array): void {
    try {
      writeAll(1, content);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #queue(stream: NodeJS.WriteStream, content: string | Uint8Array): void {
    this.#written = new Promise((resolve) => {
      this.#waiting.add(resolve);
      stream.write(content, (error) => {
        if (error) this.#fail(error);
        this.#waiting.delete(resolve);
        resolve();
      });
    });
    if (this.#isHurried) this.#giveUpSoon();
  }

  #giveUpSoon(): void {
    const latest = [...this.#waiting].at(-1);
    if (latest === undefined) return;
    setTimeout(() => {
      if (this.#isOver || !this.#waiting.has(latest)) return;
      this.#isOver = true;
      this.#isUnread = true;
      for (const resolve of this.#waiting) resolve();
    }, PATIENCE_MS).unref();
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onFailed(error);
  }
}

const MAX_UNREAD = 1024 * 1024;
const PATIENCE_MS = 500;

function leadsToAReader(): boolean {
  try {
    const output = fstatSync(1);
    return output.isFIFO() || output.isSocket();
  } catch {
    return false;
  }
}
