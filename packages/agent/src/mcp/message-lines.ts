/** Splits a stream of bytes into lines. A line longer than `most` bytes is an error: the stream is no longer valid. */
export class MessageLines {
  readonly #most: number;
  #pending: Buffer[] = [];
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The lines that are complete by now. */
  add(chunk: Buffer): readonly string[] {
    const end = chunk.lastIndexOf(LINE_END);
    if (end === -1) {
      this.#keep(chunk);
      return [];
    }
    const whole = Buffer.concat([...this.#pending, chunk.subarray(0, end)]).toString('utf8');
    this.#pending = [];
    this.#size = 0;
    this.#keep(chunk.subarray(end + 1));
    return whole.split('\n').filter((line) => line.trim() !== '');
  }

  #keep(rest: Buffer): void {
    this.#size += rest.length;
    if (this.#size > this.#most) throw new Error(`it sent a line of more than ${this.#most} bytes`);
    if (rest.length > 0) this.#pending.push(rest);
  }
}

const LINE_END = 0x0a;
