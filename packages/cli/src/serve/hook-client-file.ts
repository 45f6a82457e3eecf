import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { HOST_NAMES, HOSTS, type HostName } from '@caliban/adapters';
import type { InstallPlaces } from '@caliban/adapters/hosts';
import { HOOK_CLIENT } from '@caliban/inbox';
import { makeDirectories, readTextFile, writeAtomically } from '@caliban/storage/files';
import type { Terminal } from '../process/terminal.ts';

/** The bash client that hosts start after `install --warm`; it finds the server's files beside itself. */
export function hookClientFile(stateDirectory: string): string {
  return join(stateDirectory, 'hook.bash');
}

export function writeHookClient(file: string): void {
  makeDirectories(join(file, '..'), { mode: 0o700 });
  if (isCurrentHookClient(file)) return;
  writeAtomically(file, HOOK_CLIENT, { mode: 0o600 });
  chmodSync(file, 0o600);
}

/** After an update of the program. Doesn't create a missing one. */
export function refreshHookClient(stateDirectory: string): void {
  const file = hookClientFile(stateDirectory);
  const text = readTextFile(file);
  if (text.ok && text.value !== null) writeHookClient(file);
}

export function isCurrentHookClient(file: string): boolean {
  const text = readTextFile(file);
  return text.ok && text.value === HOOK_CLIENT;
}

/** Called once no host of this user starts it any more. */
export async function removeHookClient(
  { home, env }: Pick<Terminal, 'home' | 'env'>,
  { workspace, stateDirectory }: { readonly workspace: string; readonly stateDirectory: string },
): Promise<void> {
  const file = hookClientFile(stateDirectory);
  if (hostsThatStart(file, { home, env, workspace }).length === 0) rmSync(file, { force: true });
}

/** Checks the hosts' user configuration. An unreadable file may name it. */
export function hostsThatStart(file: string, places: InstallPlaces): readonly HostName[] {
  return HOST_NAMES.filter((name) => {
    const text = readTextFile(HOSTS[name].hookFile('user', places));
    return !text.ok || (text.value !== null && namesClient(text.value, file));
  });
}

/** Escaped as in JSON. */
export function namesClient(text: string, file: string): boolean {
  return text.includes(JSON.stringify(file).slice(1, -1));
}
