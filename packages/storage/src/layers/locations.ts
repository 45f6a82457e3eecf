import { statSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import type { Layer } from '@caliban/gate';

/** The layers that are read from files. */
export type FileLayer = Extract<Layer, 'managed' | 'local' | 'project' | 'user'>;

/** Which file belongs to which layer. */
export type Locations = {
  /** The git top level of the working directory, else the working directory. */
  readonly workspace: string;
  /** In the order in which their rules are tried. */
  readonly layers: readonly LayerFiles[];
  /** The directory of the decision log. */
  readonly stateDirectory: string;
  readonly cacheDirectory: string;
  /** The home directory, where other programs keep their files. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export type LayerFiles = {
  readonly layer: FileLayer;
  readonly directory: string;
  readonly permissions: string;
  /** All other settings; its `[permissions]` table applies before the permissions file. */
  readonly settings: string;
  /** Every `.toml` in this directory applies too, sorted by name, after the permissions file. */
  readonly dropIns?: string;
  /** Legacy JSON, read if the layer has no TOML: settings, then permissions. */
  readonly legacy: LegacyFiles;
};

export type LegacyFiles = { readonly settings: string; readonly permissions: string };

export type LocationInput = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
  readonly exists: (path: string) => boolean;
  /** Whether a directory exists; used for the directory of a hub that this user has joined. */
  readonly isDirectory?: (path: string) => boolean;
};

export function locate({ env, home, cwd, exists, isDirectory = isThere }: LocationInput): Locations {
  const workspace = findWorkspace(cwd, exists);
  // `resolve` instead of `join`: Node has already called it during startup, so it runs faster than a cold function.
  const inWorkspace = resolve(workspace, '.caliban');
  const base = (variable: string, fallback: string) =>
    resolve(xdg(env[variable]) ?? resolve(ownHome(home), fallback), 'caliban');
  const stateDirectory = base('XDG_STATE_HOME', '.local/state');
  const ofHub = managedByHub(stateDirectory);
  const managed = [...managedDirectories(env, cwd), ...(isDirectory(ofHub) ? [ofHub] : [])];
  return {
    workspace,
    layers: [
      ...managed.map((directory) => layerFiles('managed', directory)),
      layerFiles('local', inWorkspace),
      layerFiles('project', inWorkspace),
      layerFiles('user', base('XDG_CONFIG_HOME', '.config')),
    ],
    stateDirectory,
    cacheDirectory: base('XDG_CACHE_HOME', '.cache'),
    home: ownHome(home),
    env,
  };
}

/** A directory with a `.git` directory, or with the `.git` file of a worktree or submodule. */
export function findWorkspace(cwd: string, exists: (path: string) => boolean): string {
  for (let directory = resolve(cwd); ; directory = dirname(directory)) {
    if (exists(resolve(directory, '.git'))) return directory;
    if (directory === dirname(directory)) return resolve(cwd);
  }
}

export function layerFiles(layer: FileLayer, directory: string): LayerFiles {
  const suffix = layer === 'local' ? '.local' : '';
  // Sixteen names at every start: `join` would scan each character of all of them.
  const named = (name: string) => `${directory}/${name}`;
  return {
    layer,
    directory,
    permissions: named(`permissions${suffix}.toml`),
    settings: named(`settings${suffix}.toml`),
    ...(layer === 'managed' ? { dropIns: named('permissions.d') } : {}),
    legacy: { settings: named(`settings${suffix}.json`), permissions: named(`permissions${suffix}.json`) },
  };
}

/** Where the policy of a hub is stored. It is a managed layer of this user, after the machine's. */
export function managedByHub(stateDirectory: string): string {
  return `${stateDirectory}/hub/managed`;
}

/** `statSync` instead of `existsSync`: the first call of any function is slow, and `statSync` is called anyway. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) !== undefined;
  } catch {
    // It can't be checked, so it is included and reading it reports the reason.
    return true;
  }
}

/** The variable adds a directory; it never replaces the system's. */
function managedDirectories(env: LocationInput['env'], cwd: string): readonly string[] {
  const added = env.CALIBAN_MANAGED_DIR;
  if (added === undefined || added === '') return [SYSTEM_DIRECTORY];
  return [...new Set([SYSTEM_DIRECTORY, resolve(cwd, added)])];
}

const SYSTEM_DIRECTORY = '/etc/caliban';

/**
 * With an empty or relative HOME, files in the working directory would become the user's own; the user database has the right
 * path.
 */
export function ownHome(home: string | undefined): string {
  if (home !== undefined && isAbsolute(home)) return home;
  try {
    return process.getBuiltinModule('node:os').userInfo().homedir;
  } catch {
    // A user without an entry in the user database has no home.
    return '/';
  }
}

/** XDG specification: an empty or relative value is treated as unset. */
function xdg(value: string | undefined): string | undefined {
  return value !== undefined && isAbsolute(value) ? value : undefined;
}
