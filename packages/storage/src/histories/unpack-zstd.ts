import { Readable } from 'node:stream';
import * as zlib from 'node:zlib';

/** Node 22.15 and newer bring it. */
export async function* unpackZstd(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: () => zlib.Gunzip };
  if (createZstdDecompress === undefined) {
    throw new Error('it is compressed with zstd, which needs Node 22.15 or newer; start caliban with that to read it');
  }
  const source = Readable.from(blocks);
  const unpacked = createZstdDecompress();
  source.on('error', (error) => unpacked.destroy(error));
  try {
    yield* source.pipe(unpacked);
  } finally {
    source.destroy();
  }
}
