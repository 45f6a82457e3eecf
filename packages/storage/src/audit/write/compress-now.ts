import {
  closeSync,
  fstatSync,
  fsyncSync,
  futimesSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { constants, gzipSync } from 'node:zlib';
import { GZ } from '../archives.ts';
import { beginCompression, draftOf } from './compress-archives.ts';

export type CompressNowOptions = {
  readonly settleMs: number;
  /** No further archive is started after this time. */
  readonly budgetMs: number;
};

/**
 * Synchronous `compressArchives` for a process that is about to end. Takes a few tenths of a second per 100 MB; an archive far
 * larger than that is left to a longer-lived process.
 */
export function compressNow(file: string, { settleMs, budgetMs }: CompressNowOptions): void {
  const begun = beginCompression(file);
  if (begun === null) return;
  try {
    const end = performance.now() + budgetMs;
    for (const path of begun.archives) {
      if (performance.now() > end) return;
      if (isDue(path, settleMs)) compress(path, settleMs);
    }
  } finally {
    begun.lock.release();
  }
}

const MAX_BYTES = 256 * 1024 * 1024;
const BLOCK = 4 * 1024 * 1024;

/** A missing file was removed or compressed by another process. */
function isDue(path: string, settleMs: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size <= MAX_BYTES && Date.now() - found.ctimeMs > settleMs;
}

function compress(path: string, settleMs: number): void {
  const draft = draftOf(path);
  try {
    const source = openSync(path, 'r');
    try {
      const { size, mtime } = fstatSync(source);
      const copied = writeCompressed(source, draft, mtime);
      if (copied !== size || !isDue(path, settleMs)) return;
    } finally {
      closeSync(source);
    }
    renameSync(draft, path + GZ);
    rmSync(path, { force: true });
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Writes each block as a separate gzip member; concatenated members are a valid gzip file. Returns how much was read. */
function writeCompressed(source: number, draft: string, mtime: Date): number {
  const target = openSync(draft, 'wx', 0o600);
  try {
    const block = Buffer.allocUnsafe(BLOCK);
    let copied = 0;
    for (let read = readSync(source, block); read > 0; read = readSync(source, block)) {
      writeAll(target, gzipSync(block.subarray(0, read), { level: constants.Z_BEST_SPEED }));
      copied += read;
    }
    fsyncSync(target);
    // Keeps the mtime: readers use it to skip archives that are too old.
    futimesSync(target, mtime, mtime);
    return copied;
  } finally {
    closeSync(target);
  }
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}
