import type { LoadedPolicy } from '../load-rules.ts';
import { boxRules } from './boxes.ts';
import { packFile } from './pack-file.ts';
import { bytesInMemory, PackReader } from './pack-reader.ts';
import { keepPack, packPath } from './pack-store.ts';
import { packedBook } from './packed-book.ts';
import type { PackedPolicy, PackOptions } from './packed-policy.ts';
import { now, readSources, sourcePaths, stateOf } from './sources.ts';

/** How the sources stood before they were read. */
export type Outlook = { readonly paths: readonly string[]; readonly states: readonly string[]; readonly at: string };

export function lookAtSources({ locations, others = [] }: PackOptions): Outlook {
  const at = now();
  const paths = sourcePaths(locations, others);
  return { paths, states: paths.map(stateOf), at };
}

/** A policy that was read after `outlook` was taken; what changed meanwhile is good for this one time and is not kept. */
export function packPolicy(
  { rules, settings, lockedLayers }: LoadedPolicy,
  { locations: { cacheDirectory }, build, foldPaths }: PackOptions,
  { paths, states, at }: Outlook,
): PackedPolicy {
  const { boxes, origins, toolGlobs } = boxRules(rules, { foldPaths });
  const header = { build, foldPaths, rules: rules.length, settings, lockedLayers, origins, toolGlobs, packedAt: at };
  const pack = new PackReader(bytesInMemory(packFile({ ...header, sources: [] }, boxes)));
  return {
    book: packedBook(pack),
    settings,
    lockedLayers,
    keep() {
      const sources = readSources(paths);
      if (sources === null || sources.some(({ state }, index) => state !== states[index])) return;
      keepPack(packPath(cacheDirectory, paths), cacheDirectory, pack.restamped({ sources, packedAt: at }));
    },
    close() {},
  };
}
