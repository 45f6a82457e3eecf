import { allowedByProject, loadRules, modesByProject } from '@caliban/storage/internal/load-rules';
import type { Locations } from '@caliban/storage/internal/locations';
import { type ProjectFile, readProjectFiles } from '@caliban/storage/internal/trust/project-files';
import {
  carryTrust,
  projectFingerprint,
  rememberTrust,
  trustFileIn,
  trustOf,
} from '@caliban/storage/internal/trust/project-trust';

/**
 * What caliban itself writes to a project's files on the operator's word needs no new answer about them. `allows` is how many rules
 * that allow something the work adds at most: more than that somebody else has written meanwhile.
 */
export async function keepTrust<Value>(
  locations: Locations,
  work: () => Promise<Value>,
  { allows = 1 }: { readonly allows?: number } = {},
): Promise<Value> {
  const before = readProjectFiles(locations);
  const from = projectFingerprint(before);
  const allowedNothing = await hadNothingToAskAbout(before, locations);
  const value = await work();
  const to = projectFingerprint(readProjectFiles(locations));
  const { workspace } = locations;
  const file = trustFileIn(locations);
  const allowed = (await askableCount(locations)) ?? 0;
  // A trust file that cannot be written costs one question at the next start, no more.
  if (allowedNothing && allowed > 0 && allowed <= allows) {
    await rememberTrust(file, { workspace, fingerprint: to, answer: 'use' });
  } else await carryTrust(file, { workspace, from, to });
  return value;
}

/**
 * Nobody was asked, because there was nothing to ask about: no rule that allows, no looser mode, and no file that could say what
 * runs. Then the first allow rule is the operator's own.
 */
async function hadNothingToAskAbout(files: readonly ProjectFile[], locations: Locations): Promise<boolean> {
  if (!files.every(({ name }) => /(?:^|[\\/])permissions(?:\.local)?\.toml$/.test(name))) return false;
  const fingerprint = projectFingerprint(files);
  const answer = trustOf(trustFileIn(locations), { workspace: locations.workspace, fingerprint });
  return answer.ok && answer.value === null && (await askableCount(locations)) === 0;
}

/** Rules that allow, and a mode that is looser than the operator's. Null where the files do not load. */
async function askableCount(locations: Locations): Promise<number | null> {
  const loaded = await loadRules(locations);
  return loaded.policy.ok ? allowedByProject(loaded).length + modesByProject(loaded).length : null;
}
