import { closeSync } from 'node:fs';
import type { Layer, RuleBook } from '@caliban/gate';
import { bookOfParts } from '@caliban/gate/judge';
import type { Locations } from '../layers/locations.ts';
import type { FileNotice, PermissionSettings } from '../rules/rule-file.ts';
import type { Unaccepted } from '../trust/unaccepted.ts';
import type { PackHeader } from './pack-format.ts';
import { bytesOfFile, PackReader } from './pack-reader.ts';
import { keepPack, openPack, packPath } from './pack-store.ts';
import { checkSources, placesOf } from './sources.ts';

/** The policy by which calls are judged, without reading its source files. */
export type PackedPolicy = {
  /** Throws during a judgement if the pack turns out to be broken; then the policy has to be read from its files. */
  readonly book: RuleBook;
  readonly settings: PermissionSettings;
  readonly enforcedLayers: readonly Layer[];
  /** Warnings about the files; null if the files have to be read to get them. */
  readonly warnings: readonly FileNotice[] | null;
  /** Project rules that are left out because this user hasn't accepted them; null: none. */
  readonly unaccepted: Unaccepted | null;
  /** Saves for the next process what this one had to find out; best effort. */
  readonly keep: () => Promise<void>;
  readonly close: () => void;
};

export type PackOptions = {
  readonly locations: Pick<Locations, 'layers' | 'cacheDirectory'>;
  /** Caliban's build. */
  readonly build: string;
  readonly foldPaths: boolean;
  /** Further files that the policy depends on, beside those of the layers. */
  readonly others?: readonly string[];
};

/** The packed policy if nothing has changed since; null if it has to be read from its files. */
export function openPackedPolicy(options: PackOptions): PackedPolicy | null {
  const { cacheDirectory } = options.locations;
  const places = placesOf(options.locations, options.others ?? []);
  const file = packPath(cacheDirectory, places);
  let descriptor: number | null = null;
  try {
    descriptor = openPack(file, cacheDirectory);
    const policy = descriptor === null ? null : trusted(descriptor, options, places, file);
    if (policy !== null) return policy;
  } catch {
    // Any error only means that the pack isn't used.
  }
  if (descriptor !== null) closeSync(descriptor);
  return null;
}

/** The policy was fresh when packed and has become stale since. */
function hasBecomeStale({ settings: { staleAfter }, packedAt }: PackHeader): boolean {
  if (staleAfter === undefined) return false;
  const end = Date.parse(staleAfter.value);
  return Date.now() >= end && BigInt(packedAt) < BigInt(end) * 1_000_000n;
}

function trusted(
  descriptor: number,
  { locations, build, foldPaths, others = [] }: PackOptions,
  places: string,
  file: string,
): PackedPolicy | null {
  const pack = new PackReader(bytesOfFile(descriptor));
  const { header } = pack;
  if (header.build !== build || header.places !== places || header.foldPaths !== foldPaths) return null;
  if (hasBecomeStale(header)) return null;
  const checked = checkSources(header, locations, others);
  if (checked === null) return null;
  return {
    book: bookOfParts(pack.book, { seesThroughWrappers: header.settings.seeThroughWrappers?.value === true }),
    settings: header.settings,
    enforcedLayers: header.enforcedLayers,
    warnings: header.warnings,
    unaccepted: header.unaccepted,
    async keep() {
      if (checked !== 'unchanged') keepPack(file, locations.cacheDirectory, pack.restamped(checked));
    },
    close: () => closeSync(descriptor),
  };
}
