import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { finished, hashText } from './checksum.ts';

/** Where packed policies are kept: one file for each set of sources. */
export function packPath(cacheDirectory: string, paths: readonly string[]): string {
  const text = paths.join('\0');
  const name = [0x51ab1e, 0xca11ba].map((seed) => finished(hashText(seed, text)).toString(16).padStart(8, '0'));
  return join(cacheDirectory, `policy-${name.join('')}.pack`);
}

/** Null where there is none, or none that only we can have written. */
export function openPack(path: string, cacheDirectory: string): number | null {
  if (!isOurs(lstatSync(cacheDirectory, { throwIfNoEntry: false }), constants.S_IFDIR, OTHERS_WRITE)) return null;
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if (isOurs(fstatSync(descriptor), constants.S_IFREG, OTHERS)) return descriptor;
  closeSync(descriptor);
  return null;
}

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

type Found = { readonly mode: number; readonly uid: number } | undefined;

/** Windows has neither owners nor these bits. */
function isOurs(found: Found, type: number, forbidden: number): boolean {
  if (found === undefined || (found.mode & constants.S_IFMT) !== type) return false;
  if (process.platform === 'win32') return true;
  return found.uid === process.geteuid?.() && (found.mode & forbidden) === 0;
}

/** Best effort: without it the next process is slower, nothing else. */
export function keepPack(path: string, cacheDirectory: string, bytes: Buffer): void {
  const draft = `${path}.${process.pid}.draft`;
  try {
    mkdirSync(cacheDirectory, { recursive: true, mode: 0o700 });
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
