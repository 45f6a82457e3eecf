import { createReadStream, createWriteStream, readdirSync, rmSync } from 'node:fs';
import { open, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { HeldLock } from '../../files/file-lock.ts';
import { followLinks } from '../../files/follow-links.ts';
import { tryLinkLock } from '../../files/link-lock.ts';
import { nativeLock } from '../../files/native-lock.ts';
import { GZ, listArchives } from '../archives.ts';

export type CompressOptions = {
  /** Compress only files untouched for this long: a late writer may still have one open. */
  readonly settleMs: number;
  readonly signal: AbortSignal;
};

/** Gzips every archive but the newest, in one process at a time. At every instant each archive exists, plain or compressed. */
export async function compressArchives(file: string, { settleMs, signal }: CompressOptions): Promise<void> {
  const begun = beginCompression(file);
  if (begun === null) return;
  try {
    for (const path of begun.archives) {
      if (signal.aborted) return;
      if (await hasSettled(path, settleMs)) await compress(path, { settleMs, signal });
    }
  } finally {
    begun.lock.release();
  }
}

/** The archives to compress, with the lock held; null if there are none or another process is compressing. */
export function beginCompression(
  file: string,
): { readonly archives: readonly string[]; readonly lock: HeldLock } | null {
  const log = followLinks(file);
  const archives = plainArchives(log);
  if (archives.length === 0) return null;
  const lock = (nativeLock() ?? tryLinkLock)(`${log}.gzip.lock`);
  if (lock === null) return null;
  try {
    removeDrafts(log);
    return { archives, lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** All but the newest, which a late writer may still have open. */
function plainArchives(log: string): readonly string[] {
  const archives = listArchives(log).slice(0, -1);
  return archives.filter(({ isCompressed }) => !isCompressed).map(({ path }) => path);
}

export function draftOf(path: string): string {
  return join(dirname(path), `.${basename(path)}${GZ}${DRAFT}`);
}

const DRAFT = '.draft';

/** Drafts of a process that was killed: no one else creates any while we hold the lock. */
function removeDrafts(log: string): void {
  const directory = dirname(log);
  const names = readdirSync(directory).filter((name) => name.startsWith('.') && name.endsWith(GZ + DRAFT));
  for (const name of names) rmSync(join(directory, name), { force: true });
}

/** Uses ctime, which can't be set and covers writes and renames. A missing file was removed or compressed by another process. */
async function hasSettled(path: string, settleMs: number): Promise<boolean> {
  try {
    const found = await stat(path);
    return found.isFile() && Date.now() - found.ctimeMs > settleMs;
  } catch {
    return false;
  }
}

async function compress(path: string, options: CompressOptions): Promise<void> {
  const draft = draftOf(path);
  try {
    const { mtime, size } = await stat(path);
    const source = createReadStream(path);
    await pipeline(source, createGzip(), createWriteStream(draft, { mode: 0o600 }), { signal: options.signal });
    await syncAndDate(draft, mtime);
    if (source.bytesRead !== size || !(await hasSettled(path, options.settleMs))) return;
    await rename(draft, path + GZ);
    await rm(path, { force: true });
  } finally {
    await rm(draft, { force: true });
  }
}

/** Keeps the mtime: readers use it to skip archives that are too old. */
async function syncAndDate(file: string, mtime: Date): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await utimes(file, mtime, mtime);
}
