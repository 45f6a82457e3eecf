import { bookOfParts, buildBook } from '@caliban/gate/judge';
import type { LoadedPolicy } from '../layers/load-rules.ts';
import type { FileNotice } from '../rules/rule-file.ts';
import type { Unaccepted } from '../trust/unaccepted.ts';
import { keepPack, packPath } from './pack-store.ts';
import type { PackedPolicy, PackOptions } from './packed-policy.ts';
import { now, placesOf, readSources, sourcePaths, stateOf } from './sources.ts';

/** The state of the sources before they were read. */
export type Outlook = {
  readonly places: string;
  /** Null if they can't be read. Reading the rules then reports why, and nothing is saved. */
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

/** A policy read after `outlook` was taken. If sources changed meanwhile, it is used once and not saved. */
export function policyJustRead(
  { rules, settings, enforcedLayers, warnings = [], unaccepted = null }: PolicyRead,
  { locations: { cacheDirectory }, build, foldPaths }: PackOptions,
  { places, sources: before, at }: Outlook,
): PackedPolicy {
  const kept = warnings.length <= MAX_WARNINGS ? warnings : null;
  const parts = buildBook(rules, { foldPaths, enforcedLayers });
  return {
    book: bookOfParts(parts, { seesThroughWrappers: settings.seeThroughWrappers?.value === true }),
    settings,
    enforcedLayers,
    warnings: kept,
    unaccepted,
    async keep() {
      if (before === null) return;
      const sources = readSources(before.map(({ path }) => path));
      if (sources === null || sources.some(({ state }, index) => state !== before[index]?.state)) return;
      // Loaded after the verdict: loading takes longer than judging.
      const { packBook } = await import('./pack-book.ts');
      const about = {
        build,
        places,
        foldPaths,
        settings,
        enforcedLayers,
        warnings: kept,
        unaccepted,
        sources,
        packedAt: at,
      };
      keepPack(packPath(cacheDirectory, places), cacheDirectory, packBook(parts, about));
    },
    close() {},
  };
}

const MAX_WARNINGS = 20;
