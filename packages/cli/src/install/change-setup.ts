import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HostSetup, InstallScope } from '@caliban/adapters/hosts';
import type { Result } from '@caliban/calls';
import { formatNotice, type Locations } from '@caliban/storage';
import {
  followLinks,
  LockError,
  makeDirectories,
  readTextFile,
  systemErrorText,
  WriteError,
  withLock,
  writeAtomically,
} from '@caliban/storage/files';
import { FailedError } from '../command-line/problems.ts';
import type { InstallTerminal } from './install-request.ts';
import { removeEmptyDirectories } from './remove-empty-directories.ts';

export type SetupChange = { readonly file: string; readonly before: string | null; readonly after: string | null };

export type SetupRequest = {
  readonly setup: Pick<HostSetup, 'file'>;
  readonly scope: InstallScope;
  readonly locations: Locations;
  /** Nothing is written. */
  readonly isDryRun: boolean;
  /** The new contents of the file; null: no such file. */
  readonly edit: (text: string | null) => Result<string | null, string>;
};

/** Reads a host's configuration, edits it, and writes it back if it changed. */
export async function changeSetup(request: SetupRequest, terminal: InstallTerminal): Promise<SetupChange> {
  const { setup, scope, locations, isDryRun } = request;
  const { home, env } = terminal;
  const { workspace } = locations;
  const file = setup.file(scope, { home, env, workspace });
  if (isDryRun) return edited(file, request);
  try {
    makeDirectories(locations.stateDirectory, { mode: 0o700 });
    // The lock is in our own directory: nothing should be left behind in another program's.
    return await withLock(join(locations.stateDirectory, 'install'), () => {
      const change = written(edited(file, request));
      if (change.before !== null && change.after === null) removeEmptyDirectories(file, { home, env, workspace });
      return change;
    });
  } catch (error) {
    if (error instanceof FailedError) throw error;
    const isOurs = error instanceof WriteError || error instanceof LockError;
    const problem = isOurs ? error.message : `${file} cannot be written: ${systemErrorText(error)}`;
    throw new FailedError(scope === 'managed' ? `${problem}; run it as root, for example with sudo` : problem);
  }
}

function edited(file: string, { edit }: SetupRequest): SetupChange {
  const text = readTextFile(file);
  if (!text.ok) throw new FailedError(formatNotice({ file, ...text.error }));
  const after = edit(text.value);
  if (!after.ok) throw new FailedError(`${file}: ${after.error}`);
  return { file, before: text.value, after: after.value };
}

function written(change: SetupChange): SetupChange {
  const { file, before, after } = change;
  if (after === before) return change;
  if (after === null) removeWithTarget(file);
  else {
    makeDirectories(dirname(file));
    writeAtomically(file, after);
  }
  return change;
}

/**
 * Remove the symlink and its target: removing only the symlink would leave the hook in place for other tools that use that file.
 * Its whole content was ours.
 */
function removeWithTarget(file: string): void {
  rmSync(followLinks(file));
  rmSync(file, { force: true });
}
