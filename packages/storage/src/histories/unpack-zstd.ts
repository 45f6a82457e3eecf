import { Decompress } from 'fzstd';

/** Node 20 has no zstd. Using one implementation on every Node version gives the same result everywhere. */
export async function* unpackZstd(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let unpacked: Buffer[] = [];
  const stream = new Decompress((chunk) => unpacked.push(Buffer.from(chunk)));
  for await (const block of blocks) {
    for (let start = 0; start < block.length; start += SLICE) {
      stream.push(block.subarray(start, start + SLICE));
      yield* unpacked;
      unpacked = [];
    }
  }
  try {
    stream.push(new Uint8Array(0), true);
  } catch {
    throw new Error('it ends in the middle of its compressed data');
  }
  yield* unpacked;
}

/** Four bytes can unpack to 128 KB, so a slice takes at most 128 MB. */
const SLICE = 4096;
