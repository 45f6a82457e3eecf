import { closeSync } from 'node:fs';
import type { Layer, RuleBook } from '@caliban/gate';
import type { Locations } from '../locations.ts';
import type { FileNotice, PermissionSettings } from '../rules/rule-file.ts';
import type { Unaccepted } from '../trust/unaccepted.ts';
import { bytesOfFile, PackReader } from './pack-reader.ts';
import { keepPack, openPack, packPath } from './pack-store.ts';
import { packedBook } from './packed-book.ts';
import { checkSources, placesOf } from './sources.ts';

/** What calls are judged by, without the files it comes from having been read. */
export type PackedPolicy = {
  /** Throws while a call is judged if the pack turns out to be broken: then the policy has to be read anew. */
  readonly book: RuleBook;
  readonly settings: PermissionSettings;
  readonly lockedLayers: readonly Layer[];
  /** What there is to say about the files; null where only they can tell. */
  readonly warnings: readonly FileNotice[] | null;
  /** What of the project is left out, because this user has not accepted it; null: nothing. */
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
  /** What the policy depends on beside the files of the layers. */
  readonly others?: readonly string[];
};

/** The policy as it was packed, if nothing has changed since; null where it has to be read anew. */
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

function trusted(
  descriptor: number,
  { locations, build, foldPaths, others = [] }: PackOptions,
  places: string,
  file: string,
): PackedPolicy | null {
  const pack = new PackReader(bytesOfFile(descriptor));
  const { header } = pack;
  if (header.build !== build || header.places !== places || header.foldPaths !== foldPaths) return null;
  const checked = checkSources(header, locations, others);
  if (checked === null) return null;
  return {
    book: packedBook(pack),
    settings: header.settings,
    lockedLayers: header.lockedLayers,
    warnings: header.warnings,
    unaccepted: header.unaccepted,
    async keep() {
      if (checked !== 'unchanged') keepPack(file, locations.cacheDirectory, pack.restamped(checked));
    },
    close: () => closeSync(descriptor),
  };
}
