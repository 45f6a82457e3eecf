import type { AbsolutePath } from '@caliban/calls';
import { type ConfinedPath, type Confinement, confinedAt } from '@caliban/gate/confinement';

export type MountState = 'hidden' | 'read-only' | 'writable';

export type Mount = {
  readonly path: AbsolutePath;
  readonly state: MountState;
  readonly kind: ConfinedPath['kind'];
};

/** Setting up more mounts takes too long for a command. */
export const MAX_MOUNTS = 600;

/** The mounts and their places, a directory before its contents. Paths without a mount above them are read-only. */
export function mountsOf(confinement: Confinement): readonly Mount[] {
  const { denyRead, reallowRead, writable, denyWrite } = confinement;
  const entries = new Map<AbsolutePath, ConfinedPath>();
  for (const entry of [...denyRead, ...reallowRead, ...writable, ...denyWrite]) {
    const known = entries.get(entry.path);
    entries.set(entry.path, known === undefined || known.rule === null ? entry : known);
  }
  const mounts = new Map<AbsolutePath, Mount>();
  const inOrder = [...entries.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  for (const { path, kind } of inOrder) {
    const state = stateAt(confinement, path);
    const above = stateAbove(mounts, path);
    // One that is writable inside of a writable one is mounted so that it can't be moved away.
    const isRoot = state === 'writable' && writable.some((entry) => entry.path === path);
    if ((state === above && !isRoot) || (state === 'hidden' && kind === 'missing')) continue;
    if (above === 'writable') pin(mounts, path);
    mounts.set(path, { path, state, kind });
  }
  return [...mounts.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/**
 * A directory above a protected path could be renamed and replaced: then a rule that names the path would protect the wrong file,
 * and a program that keeps renaming would keep the next profile from finding the right one. Mount points can't be renamed, so
 * each directory between a writable one and a protected path in it is mounted on itself.
 */
function pin(mounts: Map<AbsolutePath, Mount>, path: AbsolutePath): void {
  for (let at = parentOf(path); stateAbove(mounts, at) === 'writable' && !mounts.has(at); at = parentOf(at)) {
    if (at === '/') return;
    mounts.set(at, { path: at, state: 'writable', kind: 'directory' });
  }
}

function stateAt(confinement: Confinement, path: AbsolutePath): MountState {
  const { readable, writable } = confinedAt(confinement, path);
  if (!readable) return 'hidden';
  return writable ? 'writable' : 'read-only';
}

function stateAbove(mounts: ReadonlyMap<AbsolutePath, Mount>, path: AbsolutePath): MountState {
  for (let at = parentOf(path); at !== '/'; at = parentOf(at)) {
    const mount = mounts.get(at);
    if (mount !== undefined) return mount.state;
  }
  return mounts.get('/' as AbsolutePath)?.state ?? 'read-only';
}

function parentOf(path: AbsolutePath): AbsolutePath {
  return (path.slice(0, path.lastIndexOf('/')) || '/') as AbsolutePath;
}

/** Directories to create before, and to remove after: a name can only be kept free by a mount on it. */
export function reservedPaths(mounts: readonly Mount[]): readonly AbsolutePath[] {
  return mounts.filter(({ kind, state }) => kind === 'missing' && state === 'read-only').map(({ path }) => path);
}
