import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { AbsolutePath, Result, ToolCall } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { errorCode } from './system-error.ts';

// Ensures that the opened file is the judged file. Between the verdict and now, someone may have put a symlink at any level of
// the path. So a file is opened first, and then its real location is checked; only a file at the judged real path is read or
// written. From then on all access is through the open descriptor, which symlinks can't affect.

export type JudgedPath = { readonly written: AbsolutePath; readonly real: AbsolutePath };

export function judgedPath({ subject }: ToolCall): Result<JudgedPath, string> {
  return subject.kind === 'path' ? ok(subject) : fail('no path was judged for this call; give `path`');
}

/** The path now leads elsewhere than when it was judged, or isn't a regular file. */
export class UnusablePathError extends Error {
  override readonly name = 'UnusablePathError';
}

/** For reading. Never blocks, whatever kind of file it is; rejects for anything but a regular file. */
export async function openVerifiedFile(real: AbsolutePath): Promise<FileHandle> {
  // Checked before opening, because opening alone can have an effect on a device.
  refuseSpecial(await lstat(real), real);
  const handle = await openVerified(real, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new UnusablePathError(`${real} is not a regular file`);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

type Kind = { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean };

export function refuseSpecial(found: Kind, real: AbsolutePath): void {
  if (found.isFile()) return;
  if (found.isDirectory()) throw new UnusablePathError(`${real} is a directory; use Glob to list what is in it`);
  if (found.isSymbolicLink()) throw movedError(real);
  throw new UnusablePathError(`${real} is a device, pipe or socket, not a regular file`);
}

/** An open directory, so that names in it mean the same until it is closed. */
export type VerifiedDirectory = {
  readonly path: AbsolutePath;
  readonly handle: FileHandle;
};

export async function openVerifiedDirectory(
  real: AbsolutePath,
  { create = false }: { create?: boolean } = {},
): Promise<VerifiedDirectory> {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY;
  try {
    return { path: real, handle: await openVerified(real, flags) };
  } catch (error) {
    if (!create || errorCode(error) !== 'ENOENT' || real === '/') throw error;
  }
  await makeDirectory(real);
  return { path: real, handle: await openVerified(real, flags) };
}

async function makeDirectory(real: AbsolutePath): Promise<void> {
  const parent = await openVerifiedDirectory(dirname(real) as AbsolutePath, { create: true });
  try {
    await mkdir(insideDirectory(parent, basename(real)));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await parent.handle.close();
  }
}

/** A path to `name` in the open directory, wherever that directory has been moved to. */
export function insideDirectory({ path, handle }: VerifiedDirectory, name: string): string {
  return HAS_PROC ? `/proc/self/fd/${handle.fd}/${name}` : `${path === '/' ? '' : path}/${name}`;
}

/** On systems without paths for descriptors, names are looked up again; called right before an irreversible step. */
export async function refuseIfMoved({ path, handle }: VerifiedDirectory): Promise<void> {
  if (!(await liesAt(handle, path))) throw movedError(path);
}

async function openVerified(real: AbsolutePath, flags: number): Promise<FileHandle> {
  for (let attempt = 1; ; attempt++) {
    const handle = await openUnlinked(real, flags);
    if (await liesAt(handle, real)) return handle;
    await handle.close();
    // An editor that happens to replace the file at this moment isn't an attack.
    if (attempt === ATTEMPTS) throw movedError(real);
  }
}

const ATTEMPTS = 3;
const HAS_PROC = process.platform === 'linux';
/** macOS refuses a symlink at any level with this flag, which Node doesn't define. */
const O_NOFOLLOW_ANY = 0x20000000;
const NO_LINKS = process.platform === 'darwin' ? O_NOFOLLOW_ANY : constants.O_NOFOLLOW;

async function openUnlinked(real: AbsolutePath, flags: number): Promise<FileHandle> {
  try {
    return await open(real, flags | NO_LINKS);
  } catch (error) {
    throw (await isLink(error, real)) ? movedError(real) : error;
  }
}

/** When asked to open a directory, the system reports a symlink as "not a directory". */
async function isLink(error: unknown, real: AbsolutePath): Promise<boolean> {
  if (errorCode(error) === 'ELOOP') return true;
  return errorCode(error) === 'ENOTDIR' && (await lstat(real).catch(() => null))?.isSymbolicLink() === true;
}

async function liesAt(handle: FileHandle, real: AbsolutePath): Promise<boolean> {
  try {
    if (HAS_PROC) return (await readlink(`/proc/self/fd/${handle.fd}`)) === real;
    const [opened, named] = [await handle.stat({ bigint: true }), await stat(real, { bigint: true })];
    return opened.ino === named.ino && opened.dev === named.dev && (await realpath(real)) === real;
  } catch {
    return false;
  }
}

function movedError(real: AbsolutePath): UnusablePathError {
  return new UnusablePathError(
    `${real} was replaced by a link, or moved, after the permission was given; nothing was done. Try again`,
  );
}
