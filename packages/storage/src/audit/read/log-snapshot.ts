import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { followLinks } from '../../files/follow-links.ts';
import { systemErrorText } from '../../files/system-error.ts';
import { type Archive, GZ, listArchives } from '../archives.ts';
import { identityOf, isSameFile, statPath } from '../file-identity.ts';
import { readBlocks } from './read-lines.ts';

/** The log at one instant, unaffected by later rotations and appends. */
export type LogSnapshot = {
  /** The real path of the log. */
  readonly log: string;
  readonly archives: readonly Archive[];
  /** Null when there is no log yet. */
  readonly live: LiveLog | null;
};

export type LiveLog = { readonly path: string; readonly handle: FileHandle; readonly size: number };

/** The caller closes the handle of `live`. */
export async function takeSnapshot(file: string): Promise<LogSnapshot> {
  const log = followLinks(file);
  // Opened before the archives are listed: if the log is rotated in between, it is found among them and skipped there.
  const live = await openLive(log);
  const archives = listArchives(log);
  if (live === null) return { log, archives, live };
  const identity = identityOf(await live.handle.stat({ bigint: true }));
  const isLive = ({ path }: Archive) => {
    const found = statPath(path);
    return found !== null && isSameFile(identityOf(found), identity);
  };
  return { log, archives: archives.filter((archive) => !isLive(archive)), live };
}

export async function openLive(path: string): Promise<LiveLog | null> {
  const handle = await openIfThere(path).catch((error: unknown) => {
    throw new Error(`${path}: ${systemErrorText(error)}`, { cause: error });
  });
  return handle === null ? null : { path, handle, size: (await handle.stat()).size };
}

/** Yields nothing if the archive was removed meanwhile; reads the compressed file if it was compressed meanwhile. */
export async function* readArchive({ path, isCompressed }: Archive): AsyncGenerator<Buffer> {
  const handle = await openIfThere(path);
  if (handle === null) {
    if (!isCompressed) yield* gunzip(path + GZ);
    return;
  }
  try {
    if (!isCompressed) yield* readBlocks(handle, { from: 0, to: (await handle.stat()).size });
  } finally {
    await handle.close();
  }
  if (isCompressed) yield* gunzip(path);
}

async function* gunzip(path: string): AsyncGenerator<Buffer> {
  const handle = await openIfThere(path);
  if (handle === null) return;
  const source = handle.createReadStream({ highWaterMark: 256 * 1024 });
  const unzipped = createGunzip({ chunkSize: 256 * 1024 });
  source.on('error', (error) => unzipped.destroy(error));
  try {
    yield* source.pipe(unzipped);
  } finally {
    source.destroy();
  }
}

/** Opens the file without blocking if a pipe is in its place. */
export async function openIfThere(path: string): Promise<FileHandle | null> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(nothingIfMissing);
  if (handle === null || (await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error('it is not a regular file; move it away');
}

function nothingIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
