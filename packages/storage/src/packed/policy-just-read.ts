import { listedBook } from '@caliban/gate/internal/judge/listed-book';
import type { LoadedPolicy } from '../load-rules.ts';
import type { FileNotice } from '../rules/rule-file.ts';
import type { Unaccepted } from '../trust/unaccepted.ts';
import { keepPack, packPath } from './pack-store.ts';
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

export type PolicyRead = LoadedPolicy & {
  readonly warnings?: readonly FileNotice[];
  readonly unaccepted?: Unaccepted | null;
};

/** A policy that was read after `outlook` was taken; what changed meanwhile is good for this one time and is not kept. */
export function policyJustRead(
  { rules, settings, lockedLayers, warnings = [], unaccepted = null }: PolicyRead,
  { locations: { cacheDirectory }, build, foldPaths }: PackOptions,
  { places, sources: before, at }: Outlook,
): PackedPolicy {
  const kept = warnings.length <= MOST_WARNINGS ? warnings : null;
  return {
    book: listedBook(rules, {
      foldPaths,
      lockedLayers,
      seesThroughWrappers: settings.seeThroughWrappers?.value === true,
    }),
    settings,
    lockedLayers,
    warnings: kept,
    unaccepted,
    async keep() {
      if (before === null) return;
      const sources = readSources(before.map(({ path }) => path));
      if (sources === null || sources.some(({ state }, index) => state !== before[index]?.state)) return;
      // Loaded when the verdict is out: it takes longer than judging.
      const { packRules } = await import('./pack-rules.ts');
      const about = {
        build,
        places,
        foldPaths,
        settings,
        lockedLayers,
        warnings: kept,
        unaccepted,
        sources,
        packedAt: at,
      };
      keepPack(packPath(cacheDirectory, places), cacheDirectory, packRules(rules, about));
    },
    close() {},
  };
}

const MOST_WARNINGS = 20;
