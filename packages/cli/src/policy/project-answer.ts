import { existsSync } from 'node:fs';
import { type Locations, type ProjectRules, trustFileIn } from '@caliban/storage';

/** The operator's answer about this project's files as they are now; undefined if there is none. */
export async function projectAnswer(locations: Locations): Promise<ProjectRules | undefined> {
  if (!existsSync(trustFileIn(locations))) return undefined;
  return (await import('./recorded-trust.ts')).recordedAnswer(locations);
}
