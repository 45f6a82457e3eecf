import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { AbsolutePath, Result, ToolCall } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { errorCode } from './system-error.ts';

// What was judged is what is opened. Between the verdict and this moment somebody may have put a link in the way, at any
// level of the path. So a file is opened first, and then looked at where it really lies; only what lies at the judged real
// path is read or written. From there on everything goes through the open descriptor, which no link can move.

export type JudgedPath = { readonly written: AbsolutePath; readonly real: AbsolutePath };

export function judgedPath({ subject }: ToolCall): Result<JudgedPath, string> {
  return subject.kind === 'path' ? ok(subject) : fail('no path was judged for this call; give `path`');
}

/** It leads somewhere else than where it led when it was judged, or is no regular file. */
export class UnusablePathError extends Error {
  override readonly name = 'UnusablePathError';
}

/** For reading. Never hangs, whatever stands there; rejects for everything that is not a regular file. */
export async function openVerifiedFile(real: AbsolutePath): Promise<FileHandle> {
  // Before opening, because opening alone can have an effect on a device.
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

/** A directory that is held open, so that names in it mean the same until it is closed. */
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

/** Where no descriptor has a path, names are looked up anew; called right before what cannot be undone. */
export async function refuseIfMoved({ path, handle }: VerifiedDirectory): Promise<void> {
  if (!(await liesAt(handle, path))) throw movedError(path);
}

async function openVerified(real: AbsolutePath, flags: number): Promise<FileHandle> {
  for (let attempt = 1; ; attempt++) {
    const handle = await openUnlinked(real, flags);
    if (await liesAt(handle, real)) return handle;
    await handle.close();
    // An editor that replaced the file in this very moment is no attack.
    if (attempt === ATTEMPTS) throw movedError(real);
  }
}

const ATTEMPTS = 3;
const HAS_PROC = process.platform === 'linux';
/** macOS refuses a link at any level with this one; it has no name in Node. */
const O_NOFOLLOW_ANY = 0x20000000;
const NO_LINKS = process.platform === 'darwin' ? O_NOFOLLOW_ANY : constants.O_NOFOLLOW;

async function openUnlinked(real: AbsolutePath, flags: number): Promise<FileHandle> {
  try {
    return await open(real, flags | NO_LINKS);
  } catch (error) {
    throw (await isLink(error, real)) ? movedError(real) : error;
  }
}

/** Asked for a directory, the system calls a link in its place no directory. */
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
