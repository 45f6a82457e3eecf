import { join } from 'node:path';
import type { Locations } from '@caliban/storage';

/** What rehearsed commands changed, or would. */
export function rehearsalDirectory({ stateDirectory }: Pick<Locations, 'stateDirectory'>): string {
  return join(stateDirectory, 'rehearsals');
}
