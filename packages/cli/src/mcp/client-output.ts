import { writeSync } from 'node:fs';

/** Lines for the client, whole and in order. Once it has hung up there is nobody to write to. */
export class ClientOutput {
  readonly #onGone: () => void;
  #isGone = false;

  constructor(onGone: () => void) {
    this.#onGone = onGone;
  }

  /** As bytes, since what a server says is passed on to the letter. */
  readonly writeLine = (line: string | Buffer): void => {
    if (this.#isGone) return;
    try {
      writeWhole(Buffer.concat([Buffer.from(line), LINE_END]));
    } catch {
      this.#isGone = true;
      this.#onGone();
    }
  };
}

const LINE_END = Buffer.from('\n');

function writeWhole(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      // Somebody who shares the pipe has made it one that does not wait.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
