import type { FileHandle } from 'node:fs/promises';

const CHUNK = 64 * 1024;

/** The whole file; null when it is longer. */
export async function readAtMost(handle: FileHandle, most: number): Promise<Buffer | null> {
  if ((await handle.stat()).size > most) return null;
  // A file may grow while it is read, and under `/proc` there are some that say they are empty and do not end.
  const pieces: Buffer[] = [];
  for (let length = 0; length <= most; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, length);
    if (bytesRead === 0) return Buffer.concat(pieces);
    pieces.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return null;
}
