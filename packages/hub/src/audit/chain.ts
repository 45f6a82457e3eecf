// The hash chain of one install's log. Each line's hash includes the previous hash, so changing, removing or inserting a line
// changes every hash after it.

import { createHash } from 'node:crypto';

export const CHAIN_START: Buffer = Buffer.alloc(32);

export type Link = { readonly sequence: number; readonly hash: Buffer };

/** A line as it is stored: PostgreSQL text can't contain NUL, which a log has only after a crash. */
export function keptLine(line: string): string {
  return line.replaceAll('\0', '\ufffd');
}

export function nextHash(previous: Buffer, sequence: number, line: string): Buffer {
  return createHash('sha256').update(previous).update(`${sequence}\n`).update(keptLine(line)).digest();
}

/** The hash of each line, in order. */
export function hashesOf(previous: Link, lines: readonly string[]): readonly Buffer[] {
  let { hash, sequence } = previous;
  return lines.map((line) => {
    sequence += 1;
    hash = nextHash(hash, sequence, line);
    return hash;
  });
}
