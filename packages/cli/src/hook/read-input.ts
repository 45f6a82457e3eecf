import { isUtf8 } from 'node:buffer';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { Deadline } from './deadline.ts';

/** All of standard input, if it ends in time and isn't larger than any real call. */
export async function readInput(deadline: Deadline): Promise<string> {
  const input = new Input();
  if (!readWhatIsThere(input)) {
    deadline.watch();
    for await (const chunk of process.stdin) input.add(chunk as Buffer);
  }
  return input.text();
}

/**
 * Hosts write before we start, so usually all of it is there; creating a stream would take longer than judging the call. False if
 * more is to come. Opened again with its own flags, because the given descriptor is shared with others and must stay blocking for
 * them.
 */
function readWhatIsThere(input: Input): boolean {
  if (process.platform !== 'linux') return false;
  let descriptor: number;
  try {
    descriptor = openSync('/dev/stdin', constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return false;
  }
  try {
    while (input.fill((free) => readSync(descriptor, free, 0, free.length, null)) > 0);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false;
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** `toString` ends up here by a longer path, which a new process would first have to compile. */
const { utf8Slice } = Buffer.prototype as unknown as {
  utf8Slice(this: Uint8Array, start: number, end: number): string;
};

class Input {
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;

  /** `read` fills the free bytes and returns how many it has used. */
  fill(read: (free: Uint8Array) => number): number {
    if (this.#length === this.#bytes.length) this.#grow(this.#length * 4);
    const length = read(this.#bytes.subarray(this.#length));
    this.#length += length;
    if (this.#length > MAX_BYTES) throw new Error(`the input is longer than ${MAX_BYTES >> 20} MB`);
    return length;
  }

  add(chunk: Uint8Array): void {
    if (this.#length + chunk.length > this.#bytes.length) this.#grow((this.#length + chunk.length) * 2);
    this.fill((free) => {
      free.set(chunk);
      return chunk.length;
    });
  }

  text(): string {
    const text = utf8Slice.call(this.#bytes, 0, this.#length);
    // The replacement character may also be in the original text, so check the bytes. Other programs may decode invalid bytes
    // differently.
    if (text.includes('\ufffd') && !isUtf8(this.#bytes.subarray(0, this.#length)))
      throw new Error('the input is not UTF-8');
    return text;
  }

  #grow(length: number): void {
    const grown = new Uint8Array(length);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

const FIRST_BYTES = 16 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;
