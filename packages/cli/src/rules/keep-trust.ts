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
 * The operator's answer stays valid when caliban itself writes to a project's files on the operator's behalf. `allows` is the
 * maximum number of allow rules that `work` adds: if there are more, someone else has written meanwhile.
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
  // If the trust file can't be written, that only costs one question at the next start.
  if (allowedNothing && allowed > 0 && allowed <= allows) {
    await rememberTrust(file, { workspace, fingerprint: to, answer: 'use' });
  } else await carryTrust(file, { workspace, from, to });
  return value;
}

/** This user wasn't asked, because there was nothing to ask about. Then the first allow rule is the user's own. */
async function hadNothingToAskAbout(files: readonly ProjectFile[], locations: Locations): Promise<boolean> {
  const fingerprint = projectFingerprint(files);
  const answer = trustOf(trustFileIn(locations), { workspace: locations.workspace, fingerprint });
  return answer.ok && answer.value === null && (await askableCount(locations)) === 0;
}

/** The number of allow rules, looser modes, and things the settings would run. Null if the files don't load. */
async function askableCount(locations: Locations): Promise<number | null> {
  const loaded = await loadRules(locations, { unanswered: 'use' });
  const { settings, withheld } = await readSettings(locations, { projectIsTrusted: false });
  if (!loaded.policy.ok || !settings.ok) return null;
  const { allows, modes } = await projectLoosens(locations, loaded);
  return allows.length + modes.length + withheld.length;
}
