import { type Buffer, bufferOf } from './buffer.ts';

/** Moves through earlier prompts and back to the draft. */
export class HistoryWalk {
  readonly #entries: () => readonly string[];
  /** How many entries back; 0 is the draft. */
  #back = 0;
  #draft: Buffer | null = null;

  constructor(entries: () => readonly string[]) {
    this.#entries = entries;
  }

  older(current: Buffer): Buffer | null {
    const entry = this.#entries().at(-(this.#back + 1));
    if (entry === undefined) return null;
    if (this.#back === 0) this.#draft = current;
    this.#back += 1;
    return bufferOf(entry);
  }

  newer(): Buffer | null {
    if (this.#back === 0) return null;
    this.#back -= 1;
    return this.#back === 0 ? this.#draft : bufferOf(this.#entries().at(-this.#back) ?? '');
  }

  end(): void {
    this.#back = 0;
    this.#draft = null;
  }
}
