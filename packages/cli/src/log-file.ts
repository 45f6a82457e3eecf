import { join } from 'node:path';
import type { Locations } from '@caliban/storage/internal/locations';

/** The decision log. */
export function logFile({ stateDirectory }: Pick<Locations, 'stateDirectory'>): string {
  return join(stateDirectory, 'permission-decisions.jsonl');
}
