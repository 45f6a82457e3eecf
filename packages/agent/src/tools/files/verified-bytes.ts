import type { AbsolutePath } from '@caliban/calls';
import { readAtMost } from './read-at-most.ts';
import { openVerifiedFile } from './verified-file.ts';

/** Null for what is too large or not to be opened, such as what a link has been put in the way of. */
export async function verifiedBytes(path: AbsolutePath, { most }: { most: number }): Promise<Buffer | null> {
  const handle = await openVerifiedFile(path).catch(() => null);
  if (handle === null) return null;
  try {
    return await readAtMost(handle, most);
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}
