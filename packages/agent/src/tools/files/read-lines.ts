import type { FileHandle } from 'node:fs/promises';

export type LineRange = {
  /** The first line is 1. */
  readonly from: number;
  readonly most: number;
  readonly longestLine: number;
  /** Of all lines together; the line that exceeds it is the last one. */
  readonly mostChars: number;
  /** In bytes: reading stops inside a longer line, and after this much of the file. */
  readonly giveUp: { readonly inLine: number; readonly inFile: number };
};

export type LinesRead = {
  readonly lines: readonly string[];
  readonly below: Below;
  /** The number of lines passed from the top: all of them if nothing follows. */
  readonly passed: number;
};

export type Below =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'lines' }
  /** Stopped before the next line end: in a sparse file there may be none for terabytes. */
  | { readonly kind: 'unread'; readonly because: string };

/** Reads only as far as needed and keeps only what it returns, however long the file or one of its lines is. */
export async function readLines(handle: FileHandle, range: LineRange, signal: AbortSignal): Promise<LinesRead> {
  const chunk = Buffer.allocUnsafe(CHUNK);
  const reader = new LineReader(range);
  for (let position = 0; ; ) {
    signal.throwIfAborted();
    const { bytesRead } = await handle.read(chunk, 0, CHUNK, position);
    position += bytesRead;
    if (bytesRead === 0) return reader.end();
    if (!reader.take(chunk.subarray(0, bytesRead))) return reader.stop();
    const { inLine, inFile } = range.giveUp;
    if (reader.lineBytes > inLine) return reader.giveUp(`is longer than ${inLine} bytes`);
    if (position > inFile) return reader.giveUp(`is more than ${inFile} bytes down`);
  }
}

const CHUNK = 256 * 1024;
const LINE_FEED = 10;

class LineReader {
  readonly #range: LineRange;
  readonly #lines: string[] = [];
  #line = 1;
  #chars = 0;
  /** The start of the current line, and the length of the line so far. */
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #lineBytes = 0;

  constructor(range: LineRange) {
    this.#range = range;
  }

  /** The length of the current line so far. */
  get lineBytes(): number {
    return this.#lineBytes;
  }

  /** False once it has everything it needs. */
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

  /** Skips the lines before the first requested one; returns where that one starts, or the end of the bytes. */
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
    return { lines: this.#lines, below: { kind: 'nothing' }, passed: this.#line - 1 };
  }

  stop(): LinesRead {
    return { lines: this.#lines, below: { kind: 'lines' }, passed: this.#line - 1 };
  }

  /** In the middle of a line, of which as much is shown as of any long line. */
  giveUp(because: string): LinesRead {
    const line = this.#line;
    if (this.#keptBytes > 0 && this.#keptBytes < this.#lineBytes) this.#finishLine({ atLeast: true });
    return {
      lines: this.#lines,
      below: { kind: 'unread', because: `line ${line} ${because}` },
      passed: this.#line - 1,
    };
  }

  #isFull(): boolean {
    return this.#line >= this.#range.from + this.#range.most || this.#chars > this.#range.mostChars;
  }

  #keep(piece: Buffer): void {
    this.#lineBytes += piece.length;
    // A character is at most four bytes of UTF-8.
    const room = this.#range.longestLine * 4 - this.#keptBytes;
    if (room <= 0) return;
    // Copied, because the chunk's memory is reused.
    this.#kept.push(Buffer.from(piece.subarray(0, room)));
    this.#keptBytes += Math.min(room, piece.length);
  }

  #finishLine({ atLeast = false }: { atLeast?: boolean } = {}): void {
    if (this.#line >= this.#range.from) {
      const text = this.#lineText(atLeast ? 'at least ' : '');
      this.#lines.push(text);
      this.#chars += text.length;
    }
    this.#line++;
    this.#kept = [];
    this.#keptBytes = 0;
    this.#lineBytes = 0;
  }

  #lineText(howLong: '' | 'at least '): string {
    const text = Buffer.concat(this.#kept).toString('utf8').replace(/\r$/, '');
    const longest = this.#range.longestLine;
    if (this.#lineBytes === this.#keptBytes && text.length <= longest) return text;
    const shown = text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
    return `${shown} [… the line is ${howLong}${this.#lineBytes} bytes long …]`;
  }
}
