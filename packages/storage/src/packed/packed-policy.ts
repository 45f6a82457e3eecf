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

/** The policy that calls are judged by, without reading the files it was made from. */
export type PackedPolicy = {
  /** Throws while a call is judged if the pack turns out to be broken: then the policy has to be read from its files. */
  readonly book: RuleBook;
  readonly settings: PermissionSettings;
  readonly enforcedLayers: readonly Layer[];
  /** The warnings about the files; null if the files have to be read for them. */
  readonly warnings: readonly FileNotice[] | null;
  /** The rules of the project that are left out because this user hasn't accepted them; null: none. */
  readonly unaccepted: Unaccepted | null;
  /** Writes down for the next process what this one had to find out; best effort. */
  readonly keep: () => Promise<void>;
  readonly close: () => void;
};

export type PackOptions = {
  readonly locations: Pick<Locations, 'layers' | 'cacheDirectory'>;
  /** Of caliban. */
  readonly build: string;
  readonly foldPaths: boolean;
  /** Files that the policy depends on beside those of the layers. */
  readonly others?: readonly string[];
};

/** The policy as it was packed, if nothing has changed since; null if it has to be read from its files. */
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
    // Whatever is wrong with it: it is not believed, and no more than that.
  }
  if (descriptor !== null) closeSync(descriptor);
  return null;
}

/** Packed while its policy was fresh, which it no longer is. */
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
