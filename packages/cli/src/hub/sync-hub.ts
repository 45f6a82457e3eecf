// What an agent's machine and its hub exchange: the policy is downloaded, the decision log uploaded.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Bundle, openBundle, readPublicKey, type UploadReport, uploadLog } from '@caliban/hub';
import { type InboxClient, UnreachableError } from '@caliban/inbox';
import { readNewLines } from '@caliban/storage/audit';
import { LockError, makeDirectories, readTextFile, withLock } from '@caliban/storage/files';
import { decisionLogFile } from '../log/decision-log-file.ts';
import { version } from '../process/version.ts';
import { clientOf, type HubFiles, type JoinedHub, readUploadState, writePrivately } from './joined-hub.ts';

export type SyncReport = {
  readonly policy: { readonly version: number; readonly isNew: boolean; readonly problem: string | null };
  readonly log: UploadReport;
};

export type SyncParts = {
  readonly joined: JoinedHub;
  readonly files: HubFiles;
  readonly stateDirectory: string;
  readonly onProgress?: (lines: number) => void;
};

/** One at a time for each user. Throws an `UnreachableError` if the hub doesn't answer. */
export async function syncHub({ joined, files, stateDirectory, onProgress }: SyncParts): Promise<SyncReport> {
  makeDirectories(files.directory, { mode: 0o700 });
  return withLock(
    join(files.directory, 'sync'),
    async () => {
      const client = clientOf(joined);
      const policy = await pullPolicy(client, joined, files);
      const log = await uploadLog({
        client,
        state: readUploadState(files),
        read: (from) => readNewLines(decisionLogFile({ stateDirectory }), from),
        save: async (state) => writePrivately(files.upload, JSON.stringify(state)),
        ...(onProgress === undefined ? {} : { onProgress }),
      });
      const details = { caliban: version(), platform: `${process.platform} ${process.arch}`, node: process.version };
      await client.send({ method: 'POST', path: '/api/seen', body: { details, policyVersion: policy.version } });
      return { policy, log };
    },
    { deadlineMs: 60_000 },
  ).catch((error: unknown) => {
    if (error instanceof LockError) throw new UnreachableError('another process of this user is doing the same');
    throw error;
  });
}

/** Keeps the last good policy if the new one fails verification. */
async function pullPolicy(client: InboxClient, joined: JoinedHub, files: HubFiles): Promise<SyncReport['policy']> {
  const kept = keptBundle(joined, files);
  const have = kept?.bundle.version ?? 0;
  const { status, body } = await client.send({ method: 'GET', path: `/api/policy?have=${have}` });
  if (status !== 200) throw new UnreachableError((body as { error?: string }).error ?? `the hub answered ${status}`);
  const { bundle: text } = body as { readonly bundle: string | null };
  if (text === null) {
    // Write it again, in case someone changed the file here.
    if (kept !== null) writePolicy(kept.bundle, files);
    return { version: have, isNew: false, problem: null };
  }
  const opened = openBundle(text, keysOf(joined));
  if (!opened.ok) return { version: have, isNew: false, problem: `the policy of the hub is refused: ${opened.error}` };
  const { version: next } = opened.value;
  if (next < have)
    return {
      version: have,
      isNew: false,
      problem: `the hub offers version ${next}, which is older than ${have}; it is refused`,
    };
  writePrivately(files.bundle, text);
  writePolicy(opened.value, files);
  return { version: next, isNew: next !== have, problem: null };
}

export type KeptBundle = { readonly bundle: Bundle; readonly isStale: boolean };

/** Null: there is none yet, or its signature is no longer valid. */
export function keptBundle(joined: JoinedHub, files: HubFiles): KeptBundle | null {
  const read = readTextFile(files.bundle);
  const text = read.ok ? read.value : null;
  const opened = text === null ? null : openBundle(text, keysOf(joined));
  if (opened === null || !opened.ok) return null;
  return { bundle: opened.value, isStale: Date.now() >= Date.parse(opened.value.expiresAt) };
}

/** Writes the managed layer of this user: the file as it was signed, and beside it its expiry date. */
export function writePolicy(
  { version, expiresAt, files: { 'permissions.toml': rules = '' } }: Bundle,
  files: HubFiles,
): void {
  makeDirectories(files.managed, { mode: 0o700 });
  const until = `# Until when version ${version} of the policy of your hub is good. Changes here are undone; \`caliban hub leave\` leaves the hub.
[permissions]
stale_after = "${new Date(expiresAt).toISOString()}"
`;
  writePrivately(join(files.managed, 'settings.toml'), until);
  writePrivately(join(files.managed, 'permissions.toml'), rules);
}

/** Before the hub has sent a policy. */
export function writeNoPolicyYet(files: HubFiles): void {
  makeDirectories(files.managed, { mode: 0o700 });
  writePrivately(join(files.managed, 'permissions.toml'), NO_POLICY_YET);
}

const NO_POLICY_YET = `# The hub has not sent a policy yet.
[[permissions.rules]]
pattern = "*"
action  = "deny"
reason  = "this machine has joined a hub and has no policy from it yet; run \`caliban hub sync\`"
`;

export function forgetPolicy(files: HubFiles): void {
  rmSync(files.managed, { recursive: true, force: true });
  rmSync(files.bundle, { force: true });
}

function keysOf({ policyKeys }: JoinedHub) {
  return policyKeys.flatMap((pem) => {
    const key = readPublicKey(pem);
    return key.ok ? [key.value] : [];
  });
}
