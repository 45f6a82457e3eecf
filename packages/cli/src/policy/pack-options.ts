import type { Locations } from '@caliban/storage/internal/locations';
import type { PackOptions } from '@caliban/storage/internal/packed/packed-policy';
import { trustSources } from '@caliban/storage/internal/trust/trust-place';
import { FOLDS_CASE } from '../places/surroundings.ts';
import { build } from '../process/version.ts';

/** Which packed policy is ours to believe. */
export function packOptions(locations: Locations): PackOptions {
  return { locations, build: build(), foldPaths: FOLDS_CASE, others: trustSources(locations) };
}
