import type { FileHandle } from 'node:fs/promises';

const CHUNK = 64 * 1024;

/** The whole file; null if it is longer. */
export async function readAtMost(handle: FileHandle, most: number): Promise<Buffer | null> {
  if ((await handle.stat()).size > most) return null;
  // A file may grow while it is read, and some files in `/proc` report a size of 0 and never end.
  const pieces: Buffer[] = [];
  for (let length = 0; length <= most; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, length);
    if (bytesRead === 0) return Buffer.concat(pieces);
    pieces.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return null;
}
