import { StringDecoder } from 'node:string_decoder';

/** Standard input, one line at a time. */
export class TypedLines {
  readonly #input: AsyncIterator<Uint8Array>;
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  #isOver = false;

  constructor(input: AsyncIterable<Uint8Array>) {
    this.#input = input[Symbol.asyncIterator]();
  }

  /** Undefined at the end of the input. */
  async next(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf('\n');
      if (end !== -1) {
        const line = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 1);
        return line.replace(/\r$/, '');
      }
      if (this.#isOver) return undefined;
      const { value, done } = await this.#input.next();
      if (done === true) this.#isOver = true;
      else this.#rest += this.#decoder.write(Buffer.from(value));
    }
  }

  async close(): Promise<void> {
    await this.#input.return?.();
  }
}
