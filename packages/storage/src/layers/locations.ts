import { statSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import type { Layer } from '@caliban/gate';

/** The layers that live in files. */
export type FileLayer = Extract<Layer, 'managed' | 'local' | 'project' | 'user'>;

/** Which file belongs to which layer. */
export type Locations = {
  /** The git top level of the working directory, else the working directory. */
  readonly workspace: string;
  /** In the order in which their rules are tried. */
  readonly layers: readonly LayerFiles[];
  /** The decision log lives here. */
  readonly stateDirectory: string;
  readonly cacheDirectory: string;
  /** By what other programs place their files. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export type LayerFiles = {
  readonly layer: FileLayer;
  readonly directory: string;
  readonly permissions: string;
  /** Everything else; its `[permissions]` table counts before the permissions file. */
  readonly settings: string;
  /** Every `.toml` in this directory counts too, sorted by name, after the permissions file. */
  readonly dropIns?: string;
  /** JSON of old, read where the layer has no TOML: settings, then permissions. */
  readonly legacy: LegacyFiles;
};

export type LegacyFiles = { readonly settings: string; readonly permissions: string };

export type LocationInput = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
  readonly exists: (path: string) => boolean;
  /** Whether a directory is there; asked for that of a hub which this user has joined. */
  readonly isDirectory?: (path: string) => boolean;
};

export function locate({ env, home, cwd, exists, isDirectory = isThere }: LocationInput): Locations {
  const workspace = findWorkspace(cwd, exists);
  // Not `join`: node itself has called `resolve` before us, and what has run once runs sooner.
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

/** A `.git` directory, or the `.git` file that marks the top of a worktree or submodule. */
export function findWorkspace(cwd: string, exists: (path: string) => boolean): string {
  for (let directory = resolve(cwd); ; directory = dirname(directory)) {
    if (exists(resolve(directory, '.git'))) return directory;
    if (directory === dirname(directory)) return resolve(cwd);
  }
}

export function layerFiles(layer: FileLayer, directory: string): LayerFiles {
  const suffix = layer === 'local' ? '.local' : '';
  // Sixteen names at every start: `join` would look at each character of all of them.
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

/** Where the policy of a hub is kept. It is the managed layer of this user, after that of the machine. */
export function managedByHub(stateDirectory: string): string {
  return `${stateDirectory}/hub/managed`;
}

/** Not `existsSync`: the first call of anything is the slowest, and this one is made anyway. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) !== undefined;
  } catch {
    // It can't be looked at, so whatever reads it has to say why.
    return true;
  }
}

/** The variable adds a directory, it never replaces the system's. */
function managedDirectories(env: LocationInput['env'], cwd: string): readonly string[] {
  const added = env.CALIBAN_MANAGED_DIR;
  if (added === undefined || added === '') return [SYSTEM_DIRECTORY];
  return [...new Set([SYSTEM_DIRECTORY, resolve(cwd, added)])];
}

const SYSTEM_DIRECTORY = '/etc/caliban';

/** An empty or relative HOME would make files of the working directory the user's own; the system knows where those are. */
export function ownHome(home: string | undefined): string {
  if (home !== undefined && isAbsolute(home)) return home;
  try {
    return process.getBuiltinModule('node:os').userInfo().homedir;
  } catch {
    // Somebody the system does not know has none.
    return '/';
  }
}

/** The XDG specification: an empty or relative value counts as unset. */
function xdg(value: string | undefined): string | undefined {
  return value !== undefined && isAbsolute(value) ? value : undefined;
}
