import type { FileHandle } from 'node:fs/promises';

export type LineRange = {
  /** The first line is 1. */
  readonly from: number;
  readonly most: number;
  readonly longestLine: number;
  /** Of all lines together; the one that goes over it is the last. */
  readonly mostChars: number;
};

export type LinesRead = {
  readonly lines: readonly string[];
  /** There is more below. */
  readonly more: boolean;
  /** How many lines were passed, counting from the top: all of them when there is no more. */
  readonly passed: number;
};

/** Reads no further than it must and keeps no more than it returns, however long the file or one of its lines is. */
export async function readLines(handle: FileHandle, range: LineRange, signal: AbortSignal): Promise<LinesRead> {
  const chunk = Buffer.allocUnsafe(CHUNK);
  const reader = new LineReader(range);
  for (let position = 0; ; ) {
    signal.throwIfAborted();
    const { bytesRead } = await handle.read(chunk, 0, CHUNK, position);
    position += bytesRead;
    if (bytesRead === 0) return reader.end();
    if (!reader.take(chunk.subarray(0, bytesRead))) return reader.stop();
  }
}

const CHUNK = 256 * 1024;
const LINE_FEED = 10;

class LineReader {
  readonly #range: LineRange;
  readonly #lines: string[] = [];
  #line = 1;
  #chars = 0;
  /** The start of the line that is being read, and how long that line is so far. */
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #lineBytes = 0;

  constructor(range: LineRange) {
    this.#range = range;
  }

  /** False once it has all it wants. */
  take(bytes: Buffer): boolean {
    for (let at = this.#skip(bytes); at < bytes.length; ) {
      if (this.#isFull()) return false;
      const end = bytes.indexOf(LINE_FEED, at);
      this.#keep(bytes.subarray(at, end === -1 ? bytes.length : end));
      if (end === -1) return true;
      this.#finishLine();
      at = end + 1;
    }
    return true;
  }

  /** Over the lines above the first one wanted; where that one starts, or the end of the bytes. */
  #skip(bytes: Buffer): number {
    let start = 0;
    for (let at = 0; this.#line < this.#range.from && at < bytes.length; at++) {
      if (bytes[at] !== LINE_FEED) continue;
      this.#line++;
      this.#lineBytes = 0;
      start = at + 1;
    }
    if (this.#line >= this.#range.from) return start;
    this.#lineBytes += bytes.length - start;
    return bytes.length;
  }

  end(): LinesRead {
    if (this.#lineBytes > 0) this.#finishLine();
    return { lines: this.#lines, more: false, passed: this.#line - 1 };
  }

  stop(): LinesRead {
    return { lines: this.#lines, more: true, passed: this.#line - 1 };
  }

  #isFull(): boolean {
    return this.#line >= this.#range.from + this.#range.most || this.#chars > this.#range.mostChars;
  }

  #keep(piece: Buffer): void {
    this.#lineBytes += piece.length;
    // A character is at most four bytes of UTF-8.
    const room = this.#range.longestLine * 4 - this.#keptBytes;
    if (room <= 0) return;
    // Copied, because the chunk is filled anew.
    this.#kept.push(Buffer.from(piece.subarray(0, room)));
    this.#keptBytes += Math.min(room, piece.length);
  }

  #finishLine(): void {
    if (this.#line >= this.#range.from) {
      const text = this.#lineText();
      this.#lines.push(text);
      this.#chars += text.length;
    }
    this.#line++;
    this.#kept = [];
    this.#keptBytes = 0;
    this.#lineBytes = 0;
  }

  #lineText(): string {
    const text = Buffer.concat(this.#kept).toString('utf8').replace(/\r$/, '');
    const longest = this.#range.longestLine;
    if (this.#lineBytes === this.#keptBytes && text.length <= longest) return text;
    const shown = text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
    return `${shown} [… the line is ${this.#lineBytes} bytes long …]`;
  }
}
