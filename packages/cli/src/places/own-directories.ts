import type { AbsolutePath } from '@caliban/gate';
import { absolutePath } from '@caliban/gate/internal/text/path';
import type { Locations } from '@caliban/storage/internal/locations';

/** Where rules, settings, trust, log and compiled policy live: writing there is always a question. */
export function ownDirectories({ layers, stateDirectory, cacheDirectory }: Locations): readonly AbsolutePath[] {
  const directories = [...layers.map(({ directory }) => directory), stateDirectory, cacheDirectory];
  return [...new Set(directories)].map((directory) => absolutePath(directory));
}
