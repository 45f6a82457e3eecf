import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import type { AbsolutePath } from '@caliban/calls';
import type { Disk, DiskEntry } from '@caliban/gate/confinement';

type Kind = { isSymbolicLink(): boolean; isDirectory(): boolean };

/** Directories are read again only if they changed. `realPath` must also resolve the existing part of a path that doesn't exist. */
export function realDisk(realPath: (path: AbsolutePath) => AbsolutePath): Disk {
  const listings = new Map<string, Listing>();
  return {
    realPath,
    kindOf(path) {
      try {
        const found = lstatSync(path, { throwIfNoEntry: false });
        return found === undefined ? 'missing' : kindOf(found);
      } catch {
        return 'missing';
      }
    },
    list(directory) {
      try {
        const changed = changeOf(directory);
        const known = listings.get(directory);
        if (known !== undefined && known.changed === changed) return known.entries;
        const entries = readdirSync(directory, { withFileTypes: true }).map((entry) => ({
          name: entry.name,
          kind: kindOf(entry),
        }));
        if (listings.size > MAX_LISTINGS) listings.clear();
        // A directory that changed just now may change again within the same tick of the clock.
        if (Date.now() - Number(changed.split(' ')[0]) > CLOCK_TICK_MS) listings.set(directory, { changed, entries });
        return entries;
      } catch {
        return null;
      }
    },
  };
}

type Listing = { readonly changed: string; readonly entries: readonly DiskEntry[] };

const MAX_LISTINGS = 20_000;
const CLOCK_TICK_MS = 100;

function changeOf(directory: string): string {
  const { mtimeMs, ctimeMs, ino, dev } = statSync(directory);
  return `${Math.max(mtimeMs, ctimeMs)} ${mtimeMs} ${ino} ${dev}`;
}

function kindOf(entry: Kind): Exclude<ReturnType<Disk['kindOf']>, 'missing'> {
  if (entry.isSymbolicLink()) return 'link';
  return entry.isDirectory() ? 'directory' : 'file';
}

/** Resolves the existing part of the path; the rest stays as written. */
export function realPathOf(path: AbsolutePath): AbsolutePath {
  try {
    return realpathSync.native(path) as AbsolutePath;
  } catch {
    const slash = path.lastIndexOf('/');
    if (slash <= 0) return path;
    const parent = realPathOf(path.slice(0, slash) as AbsolutePath);
    return `${parent === '/' ? '' : parent}${path.slice(slash)}` as AbsolutePath;
  }
}
