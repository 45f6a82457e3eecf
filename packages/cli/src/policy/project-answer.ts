import { existsSync } from 'node:fs';
import type { Locations } from '@caliban/storage/internal/locations';
import { formatNotice, type ProjectRules } from '@caliban/storage/internal/rules/rule-file';
import { trustFileIn } from '@caliban/storage/internal/trust/trust-place';
import { ConfigurationError } from '../command-line/problems.ts';

/** What the operator has answered about this project's files as they are now; undefined where he has not been asked. */
export async function projectAnswer(locations: Locations): Promise<ProjectRules | undefined> {
  const file = trustFileIn(locations);
  // Most people have never been asked, and nothing more is loaded for them.
  if (!existsSync(file)) return undefined;
  const { projectFingerprint, trustOf } = await import('@caliban/storage/internal/trust/project-trust');
  const { readProjectFiles } = await import('@caliban/storage/internal/trust/project-files');
  const fingerprint = projectFingerprint(readProjectFiles(locations));
  const answer = trustOf(file, { workspace: locations.workspace, fingerprint });
  if (!answer.ok) throw new ConfigurationError([formatNotice(answer.error)]);
  return answer.value ?? undefined;
}
