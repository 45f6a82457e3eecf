import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { Deadline } from './deadline.ts';

/** All of standard input, if it ends in time and is not larger than any honest call. */
export async function readInput(deadline: Deadline): Promise<string> {
  const input = new Input();
  if (!readWhatIsThere(input)) {
    deadline.watch();
    for await (const chunk of process.stdin) input.add(chunk as Buffer);
  }
  return input.text();
}

/**
 * Hosts write before we have started, so that all of it is there; making a stream of it takes longer than judging the call. False when
 * there is more to wait for. Opened anew, because what we were given is shared with others and must keep waiting for them.
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
    for (let size = FIRST_READ; ; size = NEXT_READ) {
      const bytes = Buffer.allocUnsafeSlow(size);
      const length = readSync(descriptor, bytes, 0, size, null);
      if (length === 0) return true;
      input.add(bytes.subarray(0, length));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false;
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

const FIRST_READ = 16 * 1024;
const NEXT_READ = 1024 * 1024;

class Input {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length > MOST_BYTES) throw new Error(`the input is longer than ${MOST_BYTES >> 20} MB`);
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

const MOST_BYTES = 32 * 1024 * 1024;
