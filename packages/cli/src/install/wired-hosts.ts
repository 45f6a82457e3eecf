import { HOST_NAMES, HOSTS, type HostName } from '@caliban/adapters';
import { type HookProgram, INSTALL_SCOPES, type InstallPlaces, type InstallScope } from '@caliban/adapters/hosts';
import { readTextFile } from '@caliban/storage/files';
import type { Terminal } from '../process/terminal.ts';
import { hookClientFile, namesClient } from '../serve/hook-client-file.ts';
import { serverPlace } from '../serve/server-place.ts';
import { hookProgram } from './hook-program.ts';
import { type HookStatus, hookStatus } from './hook-status.ts';
import { waitOf } from './install-request.ts';

/** A host whose configuration names our hook. */
export type WiredHost = {
  readonly host: HostName;
  readonly scope: InstallScope;
  readonly file: string;
  /** Its hook is the bash client of `caliban serve`. */
  readonly isWarm?: true;
} & (
  | HookStatus
  /** It starts another program than `caliban install` would configure, which may be gone. */
  | { readonly state: 'other-program' }
  /** The host's timeout doesn't match `wait_seconds`. */
  | { readonly state: 'other-wait' }
  | { readonly state: 'unreadable'; readonly problem: string }
);

const SCOPES: readonly InstallScope[] = ['managed', ...INSTALL_SCOPES];

/** For `caliban doctor`: which agents send their calls to caliban, user files before those of the workspace. */
export async function wiredHosts(
  { home, env }: Pick<Terminal, 'home' | 'env'>,
  workspace: string,
): Promise<readonly WiredHost[]> {
  const places = { home, env, workspace };
  const found = SCOPES.flatMap((scope) => HOST_NAMES.map((host) => wiredHost(host, scope, places)));
  return (await Promise.all(found)).filter((host) => host !== null);
}

/** The program that `install` would write now. Whether it uses the bash client was decided at installation. */
async function programFor(
  scope: InstallScope,
  { places, text }: { readonly places: InstallPlaces; readonly text: string },
): Promise<HookProgram> {
  const client = hookClientFile(serverPlace(places).stateDirectory);
  const isWarm = scope === 'user' && namesClient(text, client);
  // Settings that don't load are reported elsewhere.
  const wait = await waitOf(scope, places).catch(() => ({}));
  return { ...hookProgram(scope), ...wait, ...(isWarm ? { client } : {}) };
}

async function wiredHost(host: HostName, scope: InstallScope, places: InstallPlaces): Promise<WiredHost | null> {
  const { loadSetup, loadManagedSetup } = HOSTS[host];
  const setup = await (scope === 'managed' ? loadManagedSetup : loadSetup)?.();
  if (setup === undefined) return null;
  const file = setup.file(scope, places);
  const text = readTextFile(file);
  if (!text.ok) return { host, scope, file, state: 'unreadable', problem: text.error.message };
  if (text.value === null || text.value.trim() === '') return null;
  const status = hookStatus(setup, { scope, places, text: text.value });
  if (!status.ok) {
    // A broken file is the host's problem, unless it mentions us.
    return text.value.includes('caliban') ? { host, scope, file, state: 'unreadable', problem: status.error } : null;
  }
  if (status.value === null) return null;
  if (status.value.state === 'switched-off') return { host, scope, file, ...status.value };
  const program = await programFor(scope, { places, text: text.value });
  const isWritten = (by: HookProgram) => {
    const wanted = setup.install(text.value, by);
    return wanted.ok && wanted.value === text.value;
  };
  const found = { host, scope, file, ...(program.client === undefined ? {} : ({ isWarm: true } as const)) };
  if (isWritten(program)) return { ...found, ...status.value };
  const [, seconds] = /\bhook [\w-]+ --wait (\d+)/.exec(text.value) ?? [];
  const waitSeconds = seconds === undefined ? undefined : Number(seconds);
  return { ...found, state: isWritten({ ...program, waitSeconds }) ? 'other-wait' : 'other-program' };
}
