import type { AbsolutePath } from '@caliban/calls';
import { pathBelow } from '@caliban/calls/text';
import type { ConfinedPath, Confinement } from './confinement-types.ts';

/** A process's access to a path, and the entry that decides: the deepest one above it. */
export type ConfinedAt = {
  readonly readable: boolean;
  readonly writable: boolean;
  readonly read: ConfinedPath | null;
  readonly write: ConfinedPath | null;
};

/** `path` must have its symlinks resolved. */
export function confinedAt(
  confinement: Pick<Confinement, 'denyRead' | 'reallowRead' | 'writable' | 'denyWrite'>,
  path: AbsolutePath,
): ConfinedAt {
  const { denyRead, reallowRead, writable, denyWrite } = confinement;
  const [hidden, shown] = [deepestAbove(denyRead, path), deepestAbove(reallowRead, path)];
  const [open, closed] = [deepestAbove(writable, path), deepestAbove(denyWrite, path)];
  const readable = depth(hidden) <= depth(shown);
  return {
    readable,
    writable: readable && depth(open) > depth(closed),
    read: readable ? shown : hidden,
    write: depth(open) > depth(closed) ? open : closed,
  };
}

function deepestAbove(entries: readonly ConfinedPath[], path: AbsolutePath): ConfinedPath | null {
  let deepest: ConfinedPath | null = null;
  for (const entry of entries) {
    if (pathBelow(path, entry.path) !== null && depth(entry) > depth(deepest)) deepest = entry;
  }
  return deepest;
}

function depth(entry: ConfinedPath | null): number {
  return entry === null ? -1 : entry.path.length;
}
