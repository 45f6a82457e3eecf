import { readlinkSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Where writing to `path` would end up; the file itself need not exist yet. */
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
    // Not the one written in JavaScript, which looks at every directory on the way.
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
