import type { FileHandle } from 'node:fs/promises';

/** A longer line isn't ours. It is cut, so that it can't fill the memory, and won't parse. */
const MAX_LINE_LENGTH = 1024 * 1024;
const STUB = 64;
export const BLOCK: number = 256 * 1024;
export const LINE_END = 0x0a;

/** The lines of a file in order, in batches. The last may lack its line end. */
export async function* splitLines(blocks: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  let rest = Buffer.alloc(0);
  for await (const block of blocks) {
    const end = block.lastIndexOf(LINE_END);
    if (end === -1) {
      rest = Buffer.concat([rest, block]);
      if (rest.length > MAX_LINE_LENGTH) rest = Buffer.from(rest.subarray(0, STUB));
      continue;
    }
    const whole = Buffer.concat([rest, block.subarray(0, end)]);
    rest = Buffer.from(block.subarray(end + 1));
    yield whole.toString('utf8').split('\n');
  }
  if (rest.length > 0) yield [rest.toString('utf8')];
}

export type Range = { readonly from: number; readonly to: number };

export async function* readBlocks(handle: FileHandle, { from, to }: Range): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(BLOCK), 0, Math.min(BLOCK, to - at), at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Lines from last to first, in batches, reading only as much of the file as is needed. */
export async function* readLinesBackwards(handle: FileHandle, size: number): AsyncGenerator<readonly string[]> {
  let rest = Buffer.alloc(0);
  for (let to = size; to > 0; ) {
    const from = Math.max(0, to - BLOCK);
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(to - from), 0, to - from, from);
    const block = Buffer.concat([buffer.subarray(0, bytesRead), rest]);
    to = from;
    const start = from === 0 ? -1 : block.indexOf(LINE_END);
    if (from > 0 && start === -1) {
      rest = block.length > MAX_LINE_LENGTH ? Buffer.from(block.subarray(-STUB)) : block;
      continue;
    }
    rest = Buffer.from(block.subarray(0, Math.max(0, start)));
    yield block
      .toString('utf8', start + 1)
      .split('\n')
      .reverse();
  }
}

/** The offset of the end of the last complete line. */
export async function lastLineEnd(handle: FileHandle, size: number): Promise<number> {
  for (let to = size; to > 0; ) {
    const from = Math.max(0, to - BLOCK);
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(to - from), 0, to - from, from);
    const end = buffer.subarray(0, bytesRead).lastIndexOf(LINE_END);
    if (end !== -1) return from + end + 1;
    to = from;
  }
  return 0;
}
