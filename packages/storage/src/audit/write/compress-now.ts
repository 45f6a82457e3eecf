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
  /** No further archive is begun after this. */
  readonly budgetMs: number;
};

/**
 * The same as `compressArchives` for a process that is about to end: done when it returns. A few tenths of a second for each hundred
 * megabytes; an archive far beyond that is left to somebody who stays.
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

/** Gone: somebody else was quicker. */
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

/** Block by block, each a gzip member of its own: together they are one gzip file. Says how much was read. */
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
    // The time stays: readers skip by it what is too old for them.
    futimesSync(target, mtime, mtime);
    return copied;
  } finally {
    closeSync(target);
  }
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}
