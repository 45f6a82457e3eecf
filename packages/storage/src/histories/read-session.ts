import { readBlocks } from '../audit/read/read-lines.ts';
import { openSession, type SessionFile } from './session-files.ts';

/** Opens a session, hands its blocks over and closes it. What is appended meanwhile is left out. */
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
