import {
  carryTrust,
  type Locations,
  loadRules,
  type ProjectFile,
  projectFingerprint,
  readProjectFiles,
  readSettings,
  rememberTrust,
  trustFileIn,
  trustOf,
} from '@caliban/storage';
import { projectLoosens } from '../policy/project-requests.ts';

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

/** This user was not asked, because there was nothing to ask about. Then the first allow rule is his own. */
async function hadNothingToAskAbout(files: readonly ProjectFile[], locations: Locations): Promise<boolean> {
  const fingerprint = projectFingerprint(files);
  const answer = trustOf(trustFileIn(locations), { workspace: locations.workspace, fingerprint });
  return answer.ok && answer.value === null && (await askableCount(locations)) === 0;
}

/** Rules that allow, looser modes, and what the settings would have run. Null where the files do not load. */
async function askableCount(locations: Locations): Promise<number | null> {
  const loaded = await loadRules(locations, { unanswered: 'use' });
  const { settings, withheld } = await readSettings(locations, { projectIsTrusted: false });
  if (!loaded.policy.ok || !settings.ok) return null;
  const { allows, modes } = await projectLoosens(locations, loaded);
  return allows.length + modes.length + withheld.length;
}
