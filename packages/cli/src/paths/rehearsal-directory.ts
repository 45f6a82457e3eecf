import { join } from 'node:path';
import type { Locations } from '@caliban/storage';

/** Journals of what rehearsed commands changed, or would change. */
export function rehearsalDirectory({ stateDirectory }: Pick<Locations, 'stateDirectory'>): string {
  return join(stateDirectory, 'rehearsals');
}
