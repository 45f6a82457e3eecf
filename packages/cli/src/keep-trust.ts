import type { Locations } from '@caliban/storage/internal/locations';
import { readProjectFiles } from '@caliban/storage/internal/trust/project-files';
import { carryTrust, projectFingerprint, trustFileIn } from '@caliban/storage/internal/trust/project-trust';

/** What caliban itself writes to a project's files on the operator's word needs no new answer about them. */
export async function keepTrust<Value>(locations: Locations, work: () => Promise<Value>): Promise<Value> {
  const from = projectFingerprint(readProjectFiles(locations));
  const value = await work();
  const to = projectFingerprint(readProjectFiles(locations));
  // A trust file that cannot be written costs one question at the next start, no more.
  await carryTrust(trustFileIn(locations), { workspace: locations.workspace, from, to });
  return value;
}
