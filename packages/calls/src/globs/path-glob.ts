import { MAX_PATH_LENGTH, pathBelow } from '../text/path.ts';
import type { AbsolutePath } from '../types/absolute-path.ts';
import {
  GLOBSTAR,
  type PathAnchor,
  type PathGlob,
  type PathSegment,
  type PathSegments,
  type PathToken,
} from '../types/glob.ts';
import type { CallContext } from '../types/tool-call.ts';
import { matchesLongPath } from './long-path.ts';
import { escapePathGlob } from './text-glob.ts';

export type PathRoots = {
  readonly workspace: AbsolutePath;
  readonly home?: AbsolutePath | undefined;
  readonly realPath?: ((path: AbsolutePath) => AbsolutePath) | undefined;
};

export function matchesPath(glob: PathGlob, path: AbsolutePath, roots: PathRoots): boolean {
  const below = belowAnchor(glob.anchor, path, roots);
  return below !== null && glob.alternatives.some((segments) => matchesSegments(segments, below));
}

/** The path relative to the anchor, without a leading slash; null if it isn't below it. */
export function belowAnchor(anchor: PathAnchor, path: AbsolutePath, roots: PathRoots): string | null {
  switch (anchor) {
    case 'root':
      return path.slice(1);
    case 'home':
      return roots.home === undefined ? null : belowRoot(path, roots.home, roots);
    case 'workspace':
      return belowRoot(path, roots.workspace, roots);
  }
}

/** A root that is a symlink, or is below one, has two paths, and the path may use either. */
function belowRoot(path: AbsolutePath, root: AbsolutePath, { realPath }: PathRoots): string | null {
  return pathBelow(path, root) ?? (realPath === undefined ? null : pathBelow(path, realPath(root)));
}

/** Segments against a path without its leading slash. Only the last `**` is ever retried, so nothing is exponential. */
export function matchesSegments(pattern: PathSegments, path: string): boolean {
  if (path.length > MAX_PATH_LENGTH) return matchesLongPath(pattern, path);
  // Where a segment starts; past the end of the path if there is none left.
  let at = path === '' ? 1 : 0;
  let index = 0;
  let retryIndex = -1;
  let retryAt = 0;
  while (at <= path.length) {
    const expected = pattern[index];
    if (expected === GLOBSTAR) {
      // A trailing `**` needs at least one segment below, and matches all of them.
      if (index === pattern.length - 1) return true;
      retryIndex = ++index;
      retryAt = at;
      continue;
    }
    const end = segmentEnd(path, at);
    if (expected !== undefined && matchesWithin(expected, path, at, end)) {
      at = end + 1;
      index++;
    } else if (retryIndex !== -1) {
      index = retryIndex;
      at = retryAt = segmentEnd(path, retryAt) + 1;
    } else {
      return false;
    }
  }
  return index === pattern.length;
}

function segmentEnd(path: string, start: number): number {
  const slash = path.indexOf('/', start);
  return slash === -1 ? path.length : slash;
}

function matchesWithin(pattern: PathSegment, path: string, start: number, end: number): boolean {
  if (typeof pattern === 'string') return pattern.length === end - start && path.startsWith(pattern, start);
  return matchesTokens(pattern, path, start, end);
}

/** Only the last star is ever retried. */
function matchesTokens(tokens: readonly PathToken[], path: string, start: number, end: number): boolean {
  let at = start;
  let index = 0;
  let retryIndex = -1;
  let retryAt = start;
  while (at < end) {
    const token = tokens[index];
    if (token?.kind === 'star') {
      // A final star matches the rest.
      if (index === tokens.length - 1) return true;
      retryIndex = ++index;
      retryAt = at;
      continue;
    }
    const width = token === undefined ? -1 : tokenWidth(token, path, at);
    if (width !== -1) {
      at += width;
      index++;
    } else if (retryIndex !== -1) {
      index = retryIndex;
      at = retryAt += characterWidth(path, retryAt);
    } else {
      return false;
    }
  }
  while (tokens[index]?.kind === 'star') index++;
  return index === tokens.length;
}

/** How many UTF-16 units the token takes at `at`, or -1. */
function tokenWidth(token: Exclude<PathToken, { kind: 'star' }>, path: string, at: number): number {
  switch (token.kind) {
    case 'any':
      return characterWidth(path, at);
    case 'literal':
      return path.startsWith(token.text, at) ? token.text.length : -1;
    case 'class': {
      const code = path.codePointAt(at) as number;
      const inside = token.ranges.some(([low, high]) => low <= code && code <= high);
      return inside !== token.negated ? characterWidth(path, at) : -1;
    }
  }
}

function characterWidth(path: string, at: number): number {
  return (path.codePointAt(at) as number) > 0xffff ? 2 : 1;
}

/** The glob for exactly this path: relative to the workspace if it is inside. */
export function spellPath(path: AbsolutePath, around: CallContext): string {
  const inside = belowAnchor('workspace', path, around);
  if (inside === null) return escapePathGlob(path);
  return inside === '' ? './.' : spellRelative(inside);
}

/** `./` if the bare name would match at any depth, mean home or a field, or would begin with a blank. */
export function spellRelative(path: string): string {
  const escaped = escapePathGlob(path);
  return !path.includes('/') || /^[~\s]|^[\w$.-]+=/.test(path) ? `./${escaped}` : escaped;
}

/** One glob for all of them: an allow must match the path as written and its target. */
export function spellAll(places: readonly AbsolutePath[], around: CallContext): string {
  const inside = places.map((path) => belowAnchor('workspace', path, around));
  return inside.every((path) => path !== null && path !== '')
    ? `./{${inside.map((path) => escapePathGlob(path ?? '')).join()}}`
    : spellFromRoot(places);
}

export function spellFromRoot(places: readonly AbsolutePath[]): string {
  return `/{${places.map((path) => escapePathGlob(path.slice(1))).join()}}`;
}
