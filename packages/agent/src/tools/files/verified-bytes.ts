import type { AbsolutePath } from '@caliban/calls';
import { readAtMost } from './read-at-most.ts';
import { openVerifiedFile } from './verified-file.ts';

/** Null if the file is too large or can't be opened, for example because a symlink has replaced part of its path. */
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
