export type MessageLine =
  | { readonly kind: 'line'; readonly bytes: Buffer }
  /** It was discarded while it was read. */
  | { readonly kind: 'too-long' };

/** Splits a stream of bytes into lines, without their line ends. A last line without a line end isn't a message. */
export class MessageLines {
  readonly #most: number;
  #pending: Buffer[] = [];
  #size = 0;

  constructor(most: number = MAX_MESSAGE_LENGTH) {
    this.#most = most;
  }

  /** The lines that are complete by now; blank ones are left out. */
  add(chunk: Uint8Array): readonly MessageLine[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines: MessageLine[] = [];
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, from)) {
      this.#keep(bytes.subarray(from, end));
      lines.push(...this.#whole());
      from = end + 1;
    }
    this.#keep(bytes.subarray(from));
    return lines;
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    if (this.#size > this.#most) this.#pending = [];
    else if (part.length > 0) this.#pending.push(part);
  }

  #whole(): readonly MessageLine[] {
    const isTooLong = this.#size > this.#most;
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#size = 0;
    if (isTooLong) return [{ kind: 'too-long' }];
    return isBlank(bytes) ? [] : [{ kind: 'line', bytes }];
  }
}

/** Larger than what the SDKs accept, so that a too long message hits the receiver's limit first. */
export const MAX_MESSAGE_LENGTH: number = 64 * 1024 * 1024;
const LINE_END = 0x0a;

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
