import type { AbsolutePath } from '../types/absolute-path.ts';
import type { Surroundings } from '../types/tool-call.ts';
import { belowAnchor } from './path-glob.ts';
import { escapePathGlob } from './text-glob.ts';

/** The glob for exactly this path: from the workspace where it is inside it. */
export function spellPath(path: AbsolutePath, around: Surroundings): string {
  const inside = belowAnchor('workspace', path, around);
  if (inside === null) return escapePathGlob(path);
  return inside === '' ? './.' : spellRelative(inside);
}

/** `./` where the bare name would mean any depth, home, or a field, or would begin with a blank. */
export function spellRelative(path: string): string {
  const escaped = escapePathGlob(path);
  return !path.includes('/') || /^[~\s]|^[\w$.-]+=/.test(path) ? `./${escaped}` : escaped;
}

/** One glob for all of them: an allow must match the path as written and where it leads. */
export function spellAll(places: readonly AbsolutePath[], around: Surroundings): string {
  const inside = places.map((path) => belowAnchor('workspace', path, around));
  return inside.every((path) => path !== null && path !== '')
    ? `./{${inside.map((path) => escapePathGlob(path ?? '')).join()}}`
    : spellFromRoot(places);
}

export function spellFromRoot(places: readonly AbsolutePath[]): string {
  return `/{${places.map((path) => escapePathGlob(path.slice(1))).join()}}`;
}
