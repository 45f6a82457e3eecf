import type { Locations } from '@caliban/storage';
import type { PackOptions } from '@caliban/storage/packed';
import { trustSources } from '@caliban/storage/trust';
import { FOLDS_CASE } from '../paths/workspace-context.ts';
import { build } from '../process/version.ts';

/** Which packed policies we accept. */
export function packOptions(locations: Locations): PackOptions {
  return { locations, build: build(), foldPaths: FOLDS_CASE, others: trustSources(locations) };
}
