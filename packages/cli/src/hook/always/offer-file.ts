import { readdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { HostName } from '@caliban/adapters';
import { fieldOf, type OfferedRule } from '@caliban/adapters/hosts';
import { canonicalJson } from '@caliban/calls/text';
import type { Locations } from '@caliban/storage';
import { sha256 } from '@caliban/storage/audit';
import { makeDirectories, readTextFile, writeAtomically } from '@caliban/storage/files';
import { offersDirectory } from './offers-directory.ts';

/** Stores a host's offers about a call until the call has run. */
export function keepOffer(file: string, rules: readonly OfferedRule[]): void {
  const directory = join(file, '..');
  makeDirectories(directory, { mode: 0o700 });
  forgetOld(directory);
  writeAtomically(file, JSON.stringify(rules), { mode: 0o600 });
}

/** The stored offers about this call. Only one process gets them. */
export function takeOffer(file: string): readonly OfferedRule[] | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  const text = readTextFile(file);
  unlinkSync(file);
  if (!text.ok || text.value === null || stats.mtimeMs < Date.now() - MAX_AGE_MS) return null;
  return JSON.parse(text.value) as readonly OfferedRule[];
}

/**
 * One file per session and call. The event before the dialog has no call id, so tool and input identify it. Null: these can't be
 * serialised as JSON.
 */
export function offerFile(locations: Locations, host: HostName, payload: unknown): string | null {
  const call = ['session_id', 'agent_id', 'tool_name', 'tool_input'].map((name) => fieldOf(payload, name) ?? null);
  const key = canonicalJson([host, locations.workspace, ...call]);
  return key.ok ? join(offersDirectory(locations), `${sha256(key.value).slice(0, 32)}.json`) : null;
}

/** A dialog may stay open overnight. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const MAX_FILES = 100;

/** A call that was refused in the dialog sends no event, so its file stays. */
function forgetOld(directory: string): void {
  const before = Date.now() - MAX_AGE_MS;
  const files = readdirSync(directory)
    .map((name) => join(directory, name))
    .flatMap((file) => {
      const mtime = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      return mtime === undefined ? [] : [{ file, mtime }];
    })
    .sort((one, other) => other.mtime - one.mtime);
  for (const [index, { file, mtime }] of files.entries()) {
    if (mtime < before || index >= MAX_FILES - 1) rmSync(file, { force: true });
  }
}
