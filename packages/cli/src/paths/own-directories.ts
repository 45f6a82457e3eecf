import { lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type AbsolutePath, absolutePath } from '@caliban/calls';
import type { Locations } from '@caliban/storage';
import { hookFiles } from './hook-files.ts';
import { realPath } from './real-path.ts';

/**
 * The directories of rules, settings, trust, log and compiled policy, and the files by which other agents run our hook: writing
 * there always asks. Includes the targets of symlinks, of a directory and of the files in it.
 */
export function ownDirectories(locations: Locations): readonly AbsolutePath[] {
  const { layers, stateDirectory, cacheDirectory } = locations;
  const directories = new Set([...layers.map(({ directory }) => directory), stateDirectory, cacheDirectory]);
  const own = new Set<AbsolutePath>();
  for (const directory of [...directories, ...hookFiles(locations)]) {
    const written = absolutePath(directory);
    own.add(written).add(realDirectory(written));
  }
  for (const { directory } of layers) for (const link of linksIn(directory)) own.add(realPath(link));
  return [...own];
}

/** Most don't exist, and throwing an error for each is slow in a process that has just started. */
function realDirectory(directory: AbsolutePath): AbsolutePath {
  if (directory.length === 1 || isThere(directory)) return realPath(directory);
  return absolutePath(basename(directory), { base: realDirectory(absolutePath(dirname(directory))) });
}

function linksIn(directory: string): readonly AbsolutePath[] {
  if (!isThere(directory)) return [];
  try {
    const files = readdirSync(directory).map((name) => absolutePath(join(directory, name)));
    return files.filter((file) => lstatSync(file).isSymbolicLink());
  } catch {
    return [];
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
