import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';

const MAX_BYTES = 8 * 1024 * 1024;

/** The output of a background command, in a file limited to a few megabytes: the newest part is kept. */
export class BackgroundLog {
  readonly #descriptor: number;
  #bytes = 0;
  #open = true;

  constructor(file: string) {
    this.#descriptor = openSync(file, 'ax', 0o600);
  }

  /** A full disk must not end the session: output that can't be written is lost. */
  write(text: string): void {
    if (!this.#open) return;
    try {
      if (this.#bytes > MAX_BYTES) {
        ftruncateSync(this.#descriptor, 0);
        this.#bytes = writeSync(this.#descriptor, '[… earlier output dropped …]\n');
      }
      this.#bytes += writeSync(this.#descriptor, text);
    } catch {
      // See above.
    }
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    closeSync(this.#descriptor);
  }
}
