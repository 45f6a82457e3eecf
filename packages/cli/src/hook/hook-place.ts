import { userInfo } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { HOSTS, type HostAdapter, type HostName } from '@caliban/adapters';
import { absolutePath, type CallContext } from '@caliban/calls';
import type { Locations } from '@caliban/storage';
import { ownHome } from '@caliban/storage/rules';
import { locationsAt } from '../paths/locations-at.ts';
import { realPath } from '../paths/real-path.ts';
import { FOLDS_CASE } from '../paths/workspace-context.ts';
import type { HookCaller } from './hook-caller.ts';

/** Where a host's call is made, and whose rules apply there. */
export type HookPlace = {
  readonly locations: Locations;
  /** With the directory and shell of this call, if known. */
  readonly context: (cwd: string | undefined, shell: CallContext['shell'] | undefined) => CallContext;
  /** The shell that runs the host's commands, if known. */
  readonly shell: (adapter: Pick<HostAdapter, 'shell'>) => CallContext['shell'] | undefined;
};

export function hookPlace(host: HostName, cwd: string | undefined, caller: HookCaller): HookPlace {
  const { env, exportedNames } = caller;
  const home = ownHome(env.HOME);
  const here = cwd !== undefined && isAbsolute(cwd) ? resolve(cwd) : resolve(caller.cwd(), cwd ?? '.');
  const locations = locationsAt({ cwd: projectOf(host, env) ?? here }, { cwd: here, env, home });
  return {
    locations,
    context: (chosen, shell) => ({
      workspace: absolutePath(locations.workspace),
      cwd: absolutePath(chosen === undefined ? here : resolve(here, chosen)),
      home: absolutePath(home),
      realPath,
      foldsCase: FOLDS_CASE,
      exportedNames,
      ...(shell === undefined ? {} : { shell }),
    }),
    shell: (adapter) => adapter.shell?.({ home, env, loginShell }),
  };
}

function loginShell(): string | undefined {
  try {
    return userInfo().shell ?? undefined;
  } catch {
    // This user has no entry in the user database.
    return undefined;
  }
}

/** A call's directory follows the model wherever it goes; the rules that apply must not. */
function projectOf(host: HostName, env: HookCaller['env']): string | undefined {
  const variable = HOSTS[host].projectVariable;
  const project = variable === undefined ? undefined : env[variable];
  return project?.startsWith('/') === true ? project : undefined;
}
