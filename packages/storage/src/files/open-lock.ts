import { closeSync, constants, fchmodSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { keepOwner } from './keep-owner.ts';

/**
 * The lock file `<path>.lock`, created if needed, and writable by everyone who may write the file: root must not lock out the
 * owner for good.
 */
export function openLock(file: string): number {
  return whenThere(file) ?? made(file) ?? openSync(file, OPEN);
}

const OPEN = constants.O_RDWR | constants.O_NOFOLLOW;
const MAKE = OPEN | constants.O_CREAT | constants.O_EXCL;

function whenThere(file: string): number | null {
  return unless('ENOENT', () => openSync(file, OPEN));
}

/**
 * Null if another process created it first. Only a file we created ourselves is chowned: an existing one may be a symlink to
 * anything.
 */
function made(file: string): number | null {
  const descriptor = unless('EEXIST', () => openSync(file, MAKE, 0o600));
  if (descriptor === null) return null;
  try {
    const guarded = statSync(file.replace(/\.lock$/, ''), { throwIfNoEntry: false }) ?? statSync(dirname(file));
    fchmodSync(descriptor, forWriters(keepOwner(descriptor, guarded)));
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** A reader must not be able to hold up writers, so only writers get access. */
function forWriters(mode: number): number {
  const writers = mode & 0o222;
  return writers | (writers << 1) | 0o600;
}

function unless(code: string, open: () => number): number | null {
  try {
    return open();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return null;
    throw error;
  }
}
