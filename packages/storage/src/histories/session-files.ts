import { constants, type Dirent } from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorText } from '../files/system-error.ts';

export type SessionFile = { readonly path: string; readonly size: number; readonly changedAt: number };

/** Called for files that exist and can't be read. */
export type OnSkipped = (file: string, problem: string) => void;

export type SessionSearch = {
  readonly directory: string;
  /** How many directories deep session files are. */
  readonly depth: number;
  readonly isSession: (name: string) => boolean;
  /** In milliseconds: files last changed before this time are skipped. */
  readonly since: number | undefined;
  readonly onSkipped: OnSkipped;
};

/** Regular files only, oldest first: a resumed session repeats an older one. Symlinks aren't followed. */
export async function findSessions(search: SessionSearch): Promise<readonly SessionFile[]> {
  const found: SessionFile[] = [];
  await collect(search.directory, search.depth, search, found);
  return found.sort((a, b) => a.changedAt - b.changedAt || (a.path < b.path ? -1 : 1));
}

async function collect(directory: string, depth: number, search: SessionSearch, found: SessionFile[]): Promise<void> {
  for (const entry of await entriesOf(directory, search.onSkipped)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (depth > 0) await collect(path, depth - 1, search, found);
    } else if (search.isSession(entry.name)) {
      const file = await sessionFile(path, search.onSkipped);
      if (file !== null && (search.since === undefined || file.changedAt >= search.since)) found.push(file);
    }
  }
}

async function entriesOf(directory: string, onSkipped: OnSkipped): Promise<readonly Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onSkipped(directory, systemErrorText(error));
    return [];
  }
}

export async function sessionFile(path: string, onSkipped: OnSkipped): Promise<SessionFile | null> {
  try {
    const found = await lstat(path);
    if (found.isFile()) return { path, size: found.size, changedAt: found.mtimeMs };
    onSkipped(path, found.isSymbolicLink() ? 'it is a symbolic link' : 'it is not a regular file');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onSkipped(path, systemErrorText(error));
  }
  return null;
}

/** Refuses a pipe or symlink that has meanwhile replaced the file. */
export async function openSession(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error('it is not a regular file');
}
