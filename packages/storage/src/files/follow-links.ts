import { readlinkSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Where a write to `path` would end up; the file need not exist yet. */
export function followLinks(path: string): string {
  let file = path;
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const real = realPath(file);
    if (real !== null) return real;
    const target = linkTarget(file);
    if (target === null) return file;
    file = resolve(dirname(file), target);
  }
  return file;
}

const MAX_HOPS = 40;

function realPath(file: string): string | null {
  try {
    // The native version: the one in JavaScript calls lstat on every directory of the path.
    return realpathSync.native(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function linkTarget(file: string): string | null {
  try {
    return readlinkSync(file);
  } catch {
    return null;
  }
}
