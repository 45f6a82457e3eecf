import { randomBytes } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { access, type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { AbsolutePath } from '@caliban/calls';
import { fingerprint } from './fingerprint.ts';
import { errorCode, systemErrorText } from './system-error.ts';
import {
  insideDirectory,
  openVerifiedDirectory,
  refuseIfMoved,
  refuseSpecial,
  UnusablePathError,
  type VerifiedDirectory,
} from './verified-file.ts';

export type WriteExpectation =
  /** The value of `fingerprint` when the content was read. */
  { readonly fingerprint: string } | 'anything';

/**
 * If the process is killed at any instant, either the old or the new file is there, whole. Mode and owner are kept; missing
 * directories are created. Returns the new state of the file.
 */
export async function writeVerifiedFile(
  real: AbsolutePath,
  content: string,
  expected: WriteExpectation,
): Promise<BigIntStats> {
  const directory = await openVerifiedDirectory(dirname(real) as AbsolutePath, { create: true });
  try {
    const old = await existing(directory, real);
    if (expected !== 'anything' && (old === null || fingerprint(old) !== expected.fingerprint)) {
      throw new UnusablePathError(`${real} was changed by something else at the same time; Read it again`);
    }
    return await replace(directory, { name: basename(real), content, old });
  } catch (error) {
    if (error instanceof UnusablePathError) throw error;
    // The system's message names the internal path we used, which means nothing to others.
    throw new UnusablePathError(`${real} cannot be written: ${systemErrorText(error)}`, { cause: error });
  } finally {
    await directory.handle.close();
  }
}

/** Replacing a file needs write permission only on its directory; we check the permission on the file as well. */
async function existing(directory: VerifiedDirectory, real: AbsolutePath): Promise<BigIntStats | null> {
  const file = insideDirectory(directory, basename(real));
  try {
    const old = await lstat(file, { bigint: true });
    refuseSpecial(old, real);
    await access(file, constants.W_OK);
    return old;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

type Replacement = { readonly name: string; readonly content: string; readonly old: BigIntStats | null };

async function replace(directory: VerifiedDirectory, { name, content, old }: Replacement): Promise<BigIntStats> {
  const draft = insideDirectory(directory, `.caliban-${randomBytes(8).toString('hex')}.tmp`);
  const handle = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    let written: BigIntStats;
    try {
      await handle.writeFile(content);
      await takeOver(handle, old);
      await handle.sync();
      written = await handle.stat({ bigint: true });
    } finally {
      await handle.close();
    }
    await refuseIfMoved(directory);
    await rename(draft, insideDirectory(directory, name));
    return written;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function takeOver(handle: FileHandle, old: BigIntStats | null): Promise<void> {
  if (old === null) return handle.chmod(0o666 & ~process.umask());
  const own = await handle.stat({ bigint: true });
  if (own.uid !== old.uid || own.gid !== old.gid) {
    // Only root may change the owner; others still write the content.
    await handle.chown(Number(old.uid), Number(old.gid)).catch(() => {});
  }
  await handle.chmod(Number(old.mode & 0o777n));
}
