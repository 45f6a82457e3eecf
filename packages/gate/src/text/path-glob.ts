import type { AbsolutePath } from '../types/absolute-path.ts';
import {
  GLOBSTAR,
  type PathAnchor,
  type PathGlob,
  type PathSegment,
  type PathSegments,
  type PathToken,
} from '../types/glob.ts';
import { pathBelow } from './path.ts';

export type PathRoots = { readonly workspace: AbsolutePath; readonly home?: AbsolutePath | undefined };

export function matchesPath(glob: PathGlob, path: AbsolutePath, roots: PathRoots): boolean {
  const below = belowAnchor(glob.anchor, path, roots);
  return below !== null && glob.alternatives.some((segments) => matchesSegments(segments, below));
}

/** The path as seen from the anchor, without a leading slash; null when it is not below it. */
export function belowAnchor(anchor: PathAnchor, path: AbsolutePath, { workspace, home }: PathRoots): string | null {
  switch (anchor) {
    case 'root':
      return path.slice(1);
    case 'home':
      return home === undefined ? null : pathBelow(path, home);
    case 'workspace':
      return pathBelow(path, workspace);
  }
}

/** Segments against a path without its leading slash. Only the last `**` is ever taken up again, so nothing is exponential. */
export function matchesSegments(pattern: PathSegments, path: string): boolean {
  const segments = path === '' ? [] : path.split('/');
  let at = 0;
  let index = 0;
  let retryIndex = -1;
  let retryAt = 0;
  while (at < segments.length) {
    const expected = pattern[index];
    if (expected === GLOBSTAR) {
      // A trailing `**` needs at least one segment below, and takes all there are.
      if (index === pattern.length - 1) return true;
      retryIndex = ++index;
      retryAt = at;
    } else if (expected !== undefined && matchesSegment(expected, segments[at] as string)) {
      at++;
      index++;
    } else if (retryIndex !== -1) {
      index = retryIndex;
      at = ++retryAt;
    } else {
      return false;
    }
  }
  return index === pattern.length;
}

export function matchesSegment(pattern: PathSegment, segment: string): boolean {
  if (typeof pattern === 'string') return pattern === segment;
  const characters = Array.from(segment);
  let at = 0;
  let index = 0;
  let retryIndex = -1;
  let retryAt = 0;
  while (at < characters.length) {
    const token = pattern[index];
    if (token?.kind === 'star') {
      retryIndex = ++index;
      retryAt = at;
      continue;
    }
    const width = token === undefined ? -1 : tokenWidth(token, characters, at);
    if (width !== -1) {
      at += width;
      index++;
    } else if (retryIndex !== -1) {
      index = retryIndex;
      at = ++retryAt;
    } else {
      return false;
    }
  }
  while (pattern[index]?.kind === 'star') index++;
  return index === pattern.length;
}

/** How many characters the token takes at `at`, or -1. */
function tokenWidth(token: Exclude<PathToken, { kind: 'star' }>, characters: readonly string[], at: number): number {
  switch (token.kind) {
    case 'any':
      return 1;
    case 'literal':
      return characters[at] === token.text ? 1 : -1;
    case 'class': {
      const code = (characters[at] as string).codePointAt(0) as number;
      return token.ranges.some(([low, high]) => low <= code && code <= high) !== token.negated ? 1 : -1;
    }
  }
}
