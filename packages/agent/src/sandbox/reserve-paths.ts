import { mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';

/** How many running programs of this process need a name kept free. */
const inUse = new Map<string, number>();

/**
 * Creates an empty directory at each path, so that something can be mounted on it; git doesn't see empty directories. The
 * returned function removes those that no other program needs. A directory that is no longer empty is never removed.
 */
export function reservePaths(paths: readonly string[]): () => void {
  const made: string[] = [];
  const releaseAll = () => {
    for (const path of made.splice(0)) release(path);
  };
  try {
    for (const path of paths) if (reserve(path)) made.push(path);
  } catch (error) {
    releaseAll();
    throw error;
  }
  return releaseAll;
}

/** False for a directory that someone else created. */
function reserve(path: string): boolean {
  const users = inUse.get(path) ?? 0;
  try {
    mkdirSync(path, { mode: 0o755 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (users === 0) return false;
  }
  inUse.set(path, users + 1);
  return true;
}

function release(path: string): void {
  const left = (inUse.get(path) ?? 1) - 1;
  if (left > 0) {
    inUse.set(path, left);
    return;
  }
  inUse.delete(path);
  try {
    // Removing it would remove the mount on it from a program of another caliban.
    if (!isMountedElsewhere(path)) rmdirSync(path);
  } catch {
    // It is gone, or in use after all.
  }
}

function isMountedElsewhere(path: string): boolean {
  const spelt = ` ${path.replaceAll(/[\s\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`)} `;
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/mountinfo`, 'utf8').includes(spelt);
    } catch {
      return false;
    }
  });
}
