import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { followLinks } from './follow-links.ts';
import { keepOwner } from './keep-owner.ts';
import { draftName, removeLeftovers } from './leftovers.ts';
import { systemErrorText } from './system-error.ts';

/** The write failed and nothing was changed. */
export class WriteError extends Error {
  override readonly name = 'WriteError';
}

/**
 * If the process is killed at any instant, either the old or the new file is there, whole. Mode and owner are kept, and a symlink
 * stays a symlink. `mode` applies to a new file.
 */
export function writeAtomically(path: string, content: string, { mode = 0o644 }: { mode?: number } = {}): void {
  try {
    const file = followLinks(path);
    const old = existing(file);
    removeLeftovers(file);
    replace(file, content, { old, mode });
  } catch (error) {
    if (error instanceof WriteError) throw error;
    throw new WriteError(`${path} cannot be written: ${systemErrorText(error)}`, { cause: error });
  }
}

/** Replacing a file needs write permission only on its directory; we check the permission on the file as well. */
function existing(file: string): Stats | null {
  const old = statSync(file, { throwIfNoEntry: false });
  if (old === undefined) return null;
  if (!old.isFile()) throw new WriteError(`${file} is not a regular file; put a text file in its place`);
  accessSync(file, constants.W_OK);
  return old;
}

function replace(file: string, content: string, { old, mode }: { old: Stats | null; mode: number }): void {
  const directory = dirname(file);
  const draft = join(directory, draftName(file, randomBytes(6).toString('hex')));
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    try {
      writeFileSync(descriptor, content);
      fchmodSync(descriptor, old === null ? mode & ~process.umask() : keepOwner(descriptor, old));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncDirectory(directory);
}

/** Without this, a power failure could undo the rename. */
function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } catch (error) {
    // Some file systems don't support this.
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    closeSync(descriptor);
  }
}
