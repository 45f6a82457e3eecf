import type { LoadedPolicy } from '../load-rules.ts';
import type { FileNotice } from '../rules/rule-file.ts';
import { boxRules } from './boxes.ts';
import { packFile } from './pack-file.ts';
import { bytesInMemory, PackReader } from './pack-reader.ts';
import { keepPack, packPath } from './pack-store.ts';
import { packedBook } from './packed-book.ts';
import type { PackedPolicy, PackOptions } from './packed-policy.ts';
import { now, placesOf, readSources, sourcePaths, stateOf } from './sources.ts';

/** How the sources stood before they were read. */
export type Outlook = {
  readonly places: string;
  readonly paths: readonly string[];
  readonly states: readonly string[];
  readonly at: string;
};

export function lookAtSources({ locations, others = [] }: PackOptions): Outlook {
  const at = now();
  const paths = sourcePaths(locations, others);
  return { places: placesOf(locations, others), paths, states: paths.map(stateOf), at };
}

/** A policy that was read after `outlook` was taken; what changed meanwhile is good for this one time and is not kept. */
export function packPolicy(
  { rules, settings, lockedLayers, warnings = [] }: LoadedPolicy & { readonly warnings?: readonly FileNotice[] },
  { locations: { cacheDirectory }, build, foldPaths }: PackOptions,
  { places, paths, states, at }: Outlook,
): PackedPolicy {
  const { boxes, origins, toolGlobs } = boxRules(rules, { foldPaths });
  const kept = warnings.length <= MOST_WARNINGS ? warnings : null;
  const about = { build, places, foldPaths, rules: rules.length, settings, lockedLayers, origins, toolGlobs };
  const pack = new PackReader(bytesInMemory(packFile({ ...about, warnings: kept, sources: [], packedAt: at }, boxes)));
  return {
    book: packedBook(pack),
    settings,
    lockedLayers,
    warnings: kept,
    keep() {
      const sources = readSources(paths);
      if (sources === null || sources.some(({ state }, index) => state !== states[index])) return;
      keepPack(packPath(cacheDirectory, places), cacheDirectory, pack.restamped({ sources, packedAt: at }));
    },
    close() {},
  };
}

const MOST_WARNINGS = 20;
