import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AbsolutePath } from '@caliban/gate';
import { absolutePath } from '@caliban/gate/internal/text/path';
import type { Locations } from '@caliban/storage/internal/locations';
import { realPath } from './real-path.ts';

/**
 * Where rules, settings, trust, log and compiled policy live: writing there is always a question. Also where links lead, of a
 * directory and of the files in it.
 */
export function ownDirectories({ layers, stateDirectory, cacheDirectory }: Locations): readonly AbsolutePath[] {
  const directories = new Set([...layers.map(({ directory }) => directory), stateDirectory, cacheDirectory]);
  const written = [...directories].map((directory) => absolutePath(directory));
  const linked = layers.flatMap(({ directory }) => linksIn(directory));
  return [...new Set([...written, ...written.map(realPath), ...linked.map(realPath)])];
}

function linksIn(directory: string): readonly AbsolutePath[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => absolutePath(join(directory, name)));
  } catch {
    return [];
  }
}
