import { writeAll } from '../process/standard-output.ts';

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
      writeAll(1, Buffer.concat([Buffer.from(line), LINE_END]));
    } catch {
      this.#isGone = true;
      this.#onGone();
    }
  };
}

const LINE_END = Buffer.from('\n');
