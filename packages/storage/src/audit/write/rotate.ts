import { renameSync, rmSync } from 'node:fs';
import type { TryLock } from '../../files/file-lock.ts';
import { GZ, listArchives, newArchivePath } from '../archives.ts';
import { type FileIdentity, identityOf, isSameFile, statPath } from '../file-identity.ts';

export type Rotation = {
  readonly log: string;
  /** The file that was found to be too large; another process may have rotated it since. */
  readonly identity: FileIdentity;
  readonly keep: number;
  readonly tryLock: TryLock;
  readonly now: () => number;
  readonly onTrouble: (what: string, error: unknown) => void;
};

/**
 * Renames the log to an archive. Doesn't wait: while another process rotates, the others append to the file they have open, which
 * becomes the archive. False if there was nothing to do.
 */
export function rotate({ log, identity, keep, tryLock, now, onTrouble }: Rotation): boolean {
  const lock = tryLock(`${log}.lock`);
  if (lock === null) return false;
  try {
    const found = statPath(log);
    if (found === null || !isSameFile(identityOf(found), identity)) return false;
    renameSync(log, newArchivePath(log, new Date(now()), process.pid));
    tryRemoveOldest(log, keep, onTrouble);
    return true;
  } finally {
    lock.release();
  }
}

/** Failing to remove old archives only costs space; the log has been rotated. */
function tryRemoveOldest(log: string, keep: number, onTrouble: Rotation['onTrouble']): void {
  try {
    removeOldest(log, keep);
  } catch (error) {
    onTrouble('was rotated, but its oldest archives cannot be removed', error);
  }
}

/** Under both possible names: another process may be compressing it. */
function removeOldest(log: string, keep: number): void {
  const archives = listArchives(log);
  for (const { path, isCompressed } of archives.slice(0, Math.max(0, archives.length - keep))) {
    const plain = isCompressed ? path.slice(0, -GZ.length) : path;
    rmSync(plain, { force: true });
    rmSync(plain + GZ, { force: true });
  }
}
