import { readBlocks } from '../audit/read/read-lines.ts';
import { openSession, type SessionFile } from './session-files.ts';

/** Opens a session, yields its blocks and closes it. Ignores what is appended meanwhile. */
export async function* readSession<T>(
  { path }: SessionFile,
  read: (blocks: AsyncIterable<Buffer>) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const handle = await openSession(path);
  try {
    yield* read(readBlocks(handle, { from: 0, to: (await handle.stat()).size }));
  } finally {
    await handle.close();
  }
}
