import type { Locations } from '@caliban/storage';

/** The decision log. */
export function decisionLogFile({ stateDirectory }: Pick<Locations, 'stateDirectory'>): string {
  return `${stateDirectory}/permission-decisions.jsonl`;
}
