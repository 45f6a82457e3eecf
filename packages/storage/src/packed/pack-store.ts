import { closeSync, constants, fstatSync, lstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { draftName, removeLeftovers } from '../files/leftovers.ts';
import { makeDirectories } from '../files/make-directories.ts';
import { hashText } from './hash-text.ts';

/**
 * Where packed policies are stored: one file per set of paths. If two sets get the same file name, each overwrites the other's
 * pack and notices that the pack isn't its own.
 */
export function packPath(cacheDirectory: string, places: string): string {
  return `${cacheDirectory}/policy-${hashText(places).toString(16).padStart(8, '0')}.pack`;
}

/** Null if there is none, or if someone other than us could have written it. */
export function openPack(path: string, cacheDirectory: string): number | null {
  const directory = lstatSync(cacheDirectory, { bigint: true, throwIfNoEntry: false });
  if (!isOurs(directory, constants.S_IFDIR, OTHERS_WRITE)) return null;
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if (isOurs(fstatSync(descriptor, { bigint: true }), constants.S_IFREG, OTHERS)) return descriptor;
  closeSync(descriptor);
  return null;
}

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

type Found = { readonly mode: bigint; readonly uid: bigint } | undefined;

/** Windows has neither owners nor these mode bits. */
function isOurs(found: Found, type: number, forbidden: number): boolean {
  if (found === undefined) return false;
  const mode = Number(found.mode);
  if ((mode & constants.S_IFMT) !== type) return false;
  if (process.platform === 'win32') return true;
  return Number(found.uid) === process.geteuid?.() && (mode & forbidden) === 0;
}

/** Best effort: without it the next process is only slower. */
export function keepPack(path: string, cacheDirectory: string, bytes: Buffer): void {
  const draft = `${cacheDirectory}/${draftName(path, ONLY)}`;
  try {
    makeDirectories(cacheDirectory, { mode: 0o700 });
    removeLeftovers(path);
    rmSync(draft, { force: true });
    const descriptor = openSync(draft, 'wx', 0o600);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, path);
  } catch {
    try {
      rmSync(draft, { force: true });
    } catch {}
  }
}

/**
 * A process writes one draft at a time. In containers every process may have the same pid; then a draft overwrites the previous
 * one.
 */
const ONLY = '0';
