import type { AbsolutePath } from '@caliban/gate';
import { openJudgedFile } from '../judged-file.ts';
import { LARGEST_FILE } from './search.ts';

/** Null for what is too large or not to be opened, such as what a link has been put in the way of. */
export async function judgedBytes(path: AbsolutePath): Promise<Buffer | null> {
  const handle = await openJudgedFile(path).catch(() => null);
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    return size > LARGEST_FILE ? null : await handle.readFile();
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}
