import { userInfo } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type { HostAdapter, HostName } from '@caliban/adapters/internal/hosts/host-adapter';
import type { Surroundings } from '@caliban/gate';
import { absolutePath } from '@caliban/gate/internal/text/path';
import { type Locations, ownHome } from '@caliban/storage/internal/locations';
import { locationsAt } from '../places/locations-at.ts';
import { realPath } from '../places/real-path.ts';
import { FOLDS_CASE, namesIn } from '../places/surroundings.ts';
import { workingDirectory } from '../process/working-directory.ts';

/** Where a host's call is made, and whose rules are in force there. */
export type HookPlace = {
  readonly locations: Locations;
  /** The directory and the shell are those of this one call, where they are known. */
  readonly surroundings: (cwd: string | undefined, shell: Surroundings['shell'] | undefined) => Surroundings;
  /** What runs the host's commands, where that is known. */
  readonly shell: (adapter: Pick<HostAdapter, 'shell'>) => Surroundings['shell'] | undefined;
};

export function hookPlace(host: HostName, cwd: string | undefined): HookPlace {
  const { env } = process;
  const home = ownHome(env.HOME);
  const here = cwd !== undefined && isAbsolute(cwd) ? resolve(cwd) : resolve(workingDirectory(), cwd ?? '.');
  const locations = locationsAt({ cwd: projectOf(host, env) ?? here }, { cwd: here, env, home });
  return {
    locations,
    surroundings: (chosen, shell) => ({
      workspace: absolutePath(locations.workspace),
      cwd: absolutePath(chosen === undefined ? here : resolve(here, chosen)),
      home: absolutePath(home),
      realPath,
      foldsCase: FOLDS_CASE,
      exportedNames: namesIn(env),
      ...(shell === undefined ? {} : { shell }),
    }),
    shell: (adapter) => adapter.shell?.({ home, env, loginShell }),
  };
}

function loginShell(): string | undefined {
  try {
    return userInfo().shell ?? undefined;
  } catch {
    // This user is in no list.
    return undefined;
  }
}

/** The directory of a call follows the model wherever it goes; rules must not. */
function projectOf(host: HostName, env: NodeJS.ProcessEnv): string | undefined {
  const variable = PROJECT_VARIABLES[host];
  const project = variable === undefined ? undefined : env[variable];
  return project?.startsWith('/') === true ? project : undefined;
}

const PROJECT_VARIABLES: Readonly<Partial<Record<HostName, string>>> = {
  'claude-code': 'CLAUDE_PROJECT_DIR',
  'gemini-cli': 'GEMINI_PROJECT_DIR',
};
