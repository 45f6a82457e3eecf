// The stored data of a hub that this user has joined, below the state directory (0700, every file 0600):
//
//   hub/agent.json    address, keys and token for this user's agents
//   hub/person.json   the same for an approver or admin
//   hub/upload.json   how far the decision log was uploaded
//   hub/managed/      the policy, as a directory of the managed layer
//   hub/policy        the bundle it came from, as the hub sent it

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { answerVerifier, hubClient, type UploadState } from '@caliban/hub/client';
import type { InboxClient } from '@caliban/inbox';

import { makeDirectories, readRegularFile, writeAtomically } from '@caliban/storage/files';
import { managedByHub } from '@caliban/storage/rules';
import { ConfigurationError } from '../command-line/problems.ts';

export type JoinedHub = {
  readonly url: string;
  readonly token: string;
  readonly ca?: string;
  readonly name: string;
  /** Of an agent: the person whose agent it is. Absent if it was joined by an older version. */
  readonly owner?: string;
  readonly role: 'agent' | 'approver' | 'admin';
  /** PEM. Answers without its signature are refused. */
  readonly answerKey: string;
  /** PEM. Policies without a signature of one of them are refused. */
  readonly policyKeys: readonly string[];
};

export type HubFiles = {
  readonly directory: string;
  readonly agent: string;
  readonly person: string;
  readonly upload: string;
  readonly managed: string;
  readonly bundle: string;
};

export function hubFiles(stateDirectory: string): HubFiles {
  const directory = join(stateDirectory, 'hub');
  const named = (name: string) => join(directory, name);
  return {
    directory,
    agent: named('agent.json'),
    person: named('person.json'),
    upload: named('upload.json'),
    managed: managedByHub(stateDirectory),
    bundle: named('policy'),
  };
}

/** Null: no hub was joined. An unreadable file is an error, because ignoring it would drop the policy silently. */
export function readJoined(file: string): JoinedHub | null {
  const value = readJson(file);
  if (value === null) return null;
  const { url, token, ca, name, owner, role, answerKey, policyKeys } = value;
  const isWhole =
    [url, token, name, role, answerKey].every((text) => typeof text === 'string') && Array.isArray(policyKeys);
  if (!isWhole) throw new ConfigurationError([`${file}: it is damaged; run \`caliban hub join\` again`]);
  return {
    ...({ url, token, name, role, answerKey, policyKeys } as JoinedHub),
    ...(typeof ca === 'string' ? { ca } : {}),
    ...(typeof owner === 'string' ? { owner } : {}),
  };
}

export function writeJoined(files: HubFiles, joined: JoinedHub): void {
  makeDirectories(files.directory, { mode: 0o700 });
  writePrivately(joined.role === 'agent' ? files.agent : files.person, `${JSON.stringify(joined, null, 2)}\n`);
}

/** Returns whether there was one. */
export function forgetHub(files: HubFiles): boolean {
  const isThere = existsSync(files.directory);
  rmSync(files.directory, { recursive: true, force: true });
  return isThere;
}

export function readUploadState(files: HubFiles): UploadState | null {
  return readJson(files.upload) as UploadState | null;
}

export function writePrivately(file: string, text: string): void {
  writeAtomically(file, text, { mode: 0o600 });
}

/** Whether the hub has signed an answer. */
export function verifierOf({ answerKey, owner }: JoinedHub): ReturnType<typeof answerVerifier> {
  return answerVerifier(answerKey, owner);
}

export function clientOf({ url, token, ca }: JoinedHub): InboxClient {
  return hubClient({ url, token, ...(ca === undefined ? {} : { ca }) });
}

function readJson(file: string): Readonly<Record<string, unknown>> | null {
  if (!existsSync(file)) return null;
  const found = readRegularFile(file);
  if (found.kind !== 'file') throw new ConfigurationError([`${file}: it can't be read`]);
  try {
    const value: unknown = JSON.parse(found.bytes.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    // Reported below.
  }
  throw new ConfigurationError([`${file}: it is damaged; run \`caliban hub join\` again`]);
}
