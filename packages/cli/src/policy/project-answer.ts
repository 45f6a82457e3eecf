import { existsSync } from 'node:fs';
import { type Locations, type ProjectRules, trustFileIn } from '@caliban/storage';

/** What the operator has answered about this project's files as they are now; undefined where he has not been asked. */
export async function projectAnswer(locations: Locations): Promise<ProjectRules | undefined> {
  if (!existsSync(trustFileIn(locations))) return undefined;
  return (await import('./recorded-trust.ts')).recordedAnswer(locations);
}
