import { readFileSync, statSync } from 'node:fs';
import type { AbsolutePath } from '@caliban/calls';
import { pathBelow } from '@caliban/calls/text';
import { type Confinement, type ConfinementContext, confinedAt } from '@caliban/gate/confinement';
import { MAX_MOUNTS, type Mount, mountsOf } from '../sandbox/mounts.ts';
import { ImpossibleError } from './impossible.ts';
import type { OverlayRoot } from './overlay-run.ts';

/** The workspace comes first: changes in the others can't be kept. */
export type RehearsalProfile = {
  readonly profile: Confinement;
  readonly roots: readonly [OverlayRoot, ...OverlayRoot[]];
  readonly mounts: readonly Mount[];
};

/**
 * The profile from the rules, with the home directory writable too: a command's writes there go to an overlay, so they are noticed
 * instead of failing.
 */
export function rehearsalProfile(byRules: Confinement, context: ConfinementContext): RehearsalProfile {
  const fatal = byRules.inexpressible.find(({ isFatal }) => isFatal);
  if (fatal !== undefined) throw new ImpossibleError(`the rules can’t be turned into a profile: ${fatal.reason}`);
  const real = context.disk.realPath;
  const workspace = real(context.workspace);
  if (workspace === '/') throw new ImpossibleError('the workspace is the whole disk');
  const mounted = mountPoints();
  const hasMounts = (path: AbsolutePath) => mounted.some((at) => at !== path && pathBelow(at, path) !== null);
  if (hasMounts(workspace)) throw new ImpossibleError('another file system is mounted in the workspace');

  const others = new Set<AbsolutePath>();
  const added = context.added?.().map(({ path }) => path) ?? [];
  for (const path of [...added, ...context.temporary].map(real)) {
    if (hasMounts(path)) throw new ImpossibleError(`another file system is mounted in ${path}`);
    others.add(path);
  }
  const home = context.home === undefined ? undefined : real(context.home);
  const hasHome = home !== undefined && home !== '/' && !hasMounts(home);
  if (hasHome) others.add(home);
  others.delete(workspace);
  const profile: Confinement = {
    ...byRules,
    network: 'none',
    writable: [...byRules.writable, ...(hasHome ? [{ path: home, kind: 'directory' as const, rule: null }] : [])],
  };
  const mounts = withRoots(mountsOf(profile), [workspace, ...others], profile);
  if (mounts.length > MAX_MOUNTS) throw new ImpossibleError(`the profile is too large: ${mounts.length} mounts`);
  return { profile, mounts, roots: [rootAt(workspace), ...[...others].map(rootAt)] };
}

/** Each root gets its own overlay, also a root inside another one. */
function withRoots(mounts: readonly Mount[], roots: readonly AbsolutePath[], profile: Confinement): readonly Mount[] {
  const missing = roots.filter(
    (path) => confinedAt(profile, path).writable && !mounts.some((one) => one.path === path),
  );
  const added = missing.map((path): Mount => ({ path, state: 'writable', kind: 'directory' }));
  return [...mounts, ...added].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** In order, for bubblewrap; the last ones hide our own directory, which contains the overlays. */
export function mountWords(
  { mounts, roots }: RehearsalProfile,
  { stage, hide }: { readonly stage: string; readonly hide: string },
): readonly string[] {
  const hidden = mounts.filter(({ state, kind }) => state === 'hidden' && kind === 'directory');
  return [
    ...mounts.flatMap(words),
    ...hidden.flatMap(({ path }) => ['--remount-ro', path]),
    ...['--perms', '0555', '--tmpfs', hide, '--remount-ro', hide],
  ];

  function words({ path, state, kind }: Mount): readonly string[] {
    switch (state) {
      case 'hidden':
        return kind === 'directory' ? ['--perms', '0555', '--tmpfs', path] : ['--ro-bind', '/dev/null', path];
      case 'read-only':
        // A name is protected by mounting something empty on it, in the overlay only.
        return ['--ro-bind', kind === 'missing' ? `${stage}/empty` : path, path];
      case 'writable':
        return kind === 'missing' ? [] : ['--bind', inOverlay(path), path];
    }
  }

  function inOverlay(path: AbsolutePath): string {
    let deepest = -1;
    for (const [number, root] of roots.entries()) {
      if (pathBelow(path, root.path) === null) continue;
      if (root.path.length > (roots[deepest]?.path.length ?? -1)) deepest = number;
    }
    const root = roots[deepest];
    if (root === undefined)
      throw new ImpossibleError(`a rule lets commands write to ${path}, outside of the workspace`);
    return `${stage}/${deepest}/merged${path.slice(root.path.length)}`;
  }
}

/** Directories that were created only as mount points, or as their parents; relative to the workspace. */
export function madeForMounts({ mounts, roots: [workspace] }: RehearsalProfile): ReadonlySet<string> {
  const made = new Set<string>();
  for (const { path, kind } of mounts) {
    const parts = kind === 'missing' ? pathBelow(path, workspace.path)?.split('/').filter(Boolean) : undefined;
    for (const at of parts?.keys() ?? []) made.add((parts ?? []).slice(0, at + 1).join('/'));
  }
  return made;
}

function rootAt(path: AbsolutePath): OverlayRoot {
  const { mode, uid, gid } = statSync(path);
  return { path, mode: mode & 0o7777, uid, gid };
}

function mountPoints(): readonly AbsolutePath[] {
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' ')[4] ?? [])
    .map((path) => path.replaceAll(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))))
    .map((path) => path as AbsolutePath);
}
