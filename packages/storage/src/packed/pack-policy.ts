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
  /** Null where they cannot be looked at: whoever reads them says why, and nothing is kept. */
  readonly sources: readonly SourceState[] | null;
  readonly at: string;
};

type SourceState = { readonly path: string; readonly state: string };

export function lookAtSources({ locations, others = [] }: PackOptions): Outlook {
  const at = now();
  return { places: placesOf(locations, others), sources: statesOf(() => sourcePaths(locations, others)), at };
}

function statesOf(paths: () => readonly string[]): readonly SourceState[] | null {
  try {
    return paths().map((path) => ({ path, state: stateOf(path) }));
  } catch {
    return null;
  }
}

/** A policy that was read after `outlook` was taken; what changed meanwhile is good for this one time and is not kept. */
export function packPolicy(
  { rules, settings, lockedLayers, warnings = [] }: LoadedPolicy & { readonly warnings?: readonly FileNotice[] },
  { locations: { cacheDirectory }, build, foldPaths }: PackOptions,
  { places, sources: before, at }: Outlook,
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
      if (before === null) return;
      const sources = readSources(before.map(({ path }) => path));
      if (sources === null || sources.some(({ state }, index) => state !== before[index]?.state)) return;
      keepPack(packPath(cacheDirectory, places), cacheDirectory, pack.restamped({ sources, packedAt: at }));
    },
    close() {},
  };
}

const MOST_WARNINGS = 20;
