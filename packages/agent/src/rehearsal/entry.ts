import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, readFile, readlink } from 'node:fs/promises';

/** What is at a path. */
export type Entry =
  | ({ readonly kind: 'file'; readonly size: number; readonly sha256: string } & Owned)
  | ({ readonly kind: 'directory' } & Owned)
  | { readonly kind: 'link'; readonly target: string };

type Owned = { readonly mode: number; readonly uid: number; readonly gid: number };

/** A device, a socket or a pipe, which a journal can't store. */
export class SpecialFileError extends Error {}

/** Null if nothing is there. */
export async function entryAt(path: string): Promise<Entry | null> {
  const stats = await statsAt(path);
  if (stats === null) return null;
  const { mode, uid, gid, size } = stats;
  const owned = { mode: mode & 0o7777, uid, gid };
  if (stats.isDirectory()) return { kind: 'directory', ...owned };
  if (stats.isSymbolicLink()) return { kind: 'link', target: await readlink(path) };
  if (!stats.isFile()) throw new SpecialFileError(path);
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return { kind: 'file', size, sha256, ...owned };
}

/** Null if nothing is there, also if a parent is no longer a directory. */
export async function statsAt(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

export function isSameEntry(one: Entry | null, other: Entry | null): boolean {
  if (one === null || other === null) return one === other;
  switch (one.kind) {
    case 'link':
      return other.kind === 'link' && other.target === one.target;
    case 'directory':
      return other.kind === 'directory' && isSameOwner(one, other);
    case 'file':
      return other.kind === 'file' && other.sha256 === one.sha256 && isSameOwner(one, other);
  }
}

function isSameOwner(one: Owned, other: Owned): boolean {
  return one.mode === other.mode && one.uid === other.uid && one.gid === other.gid;
}
