import type { AbsolutePath } from '../types/absolute-path.ts';
import type { ResolvedPath } from '../types/subject.ts';
import { resolveLongPath } from './resolve-long-path.ts';

/** Lexical, without disk access: `..` never climbs above `/`; `~` and `~/…` are the home directory if it is known. */
export function absolutePath(
  written: string,
  { base = '/' as AbsolutePath, home }: { base?: AbsolutePath; home?: AbsolutePath | undefined } = {},
): AbsolutePath {
  const first = written.charCodeAt(0);
  if (first === SLASH) return normalise(written);
  if (first === TILDE && home !== undefined) {
    if (written.length === 1) return home;
    if (written.charCodeAt(1) === SLASH) return join(home, written.slice(2));
  }
  return join(base, written);
}

/** The directory after several `cd` commands. */
export function afterSteps(
  steps: readonly string[],
  start: AbsolutePath,
  home: AbsolutePath | undefined,
): AbsolutePath {
  return steps.reduce<AbsolutePath>((base, step) => absolutePath(step, { base, home }), start);
}

/** The part below `root`, without a leading slash; null outside it, the empty text for `root` itself. */
export function pathBelow(path: AbsolutePath, root: AbsolutePath): string | null {
  if (root.length === 1) return path.slice(1);
  if (!path.startsWith(root)) return null;
  if (path.length === root.length) return '';
  return path.charCodeAt(root.length) === SLASH ? path.slice(root.length + 1) : null;
}

/** The part after the last slash. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

const SLASH = 47;
const DOT = 46;
const TILDE = 126;

function join(base: AbsolutePath, rest: string): AbsolutePath {
  // Checked before concatenation: a flat string from the model is faster to scan than a rope.
  const isPlain = !needsWork(rest, 0);
  const path = base.length === 1 ? `/${rest}` : `${base}/${rest}`;
  return (isPlain ? path : resolved(path)) as AbsolutePath;
}

function normalise(path: string): AbsolutePath {
  return (needsWork(path, 1) ? resolved(path) : path) as AbsolutePath;
}

/** A segment that is empty, `.` or `..`; nearly no path has one. A regex would be shorter, but slower in a new process. */
function needsWork(path: string, from: number): boolean {
  for (let start = from; start <= path.length; ) {
    const slash = path.indexOf('/', start);
    const end = slash === -1 ? path.length : slash;
    if (isNothing(path, start, end) || isParent(path, start, end)) return true;
    start = end + 1;
  }
  return false;
}

/** Longer than any path a file system accepts. */
export const MAX_PATH_LENGTH = 4096;

/** Segments as pairs of their start and the position of the slash after them. */
function resolved(path: string): string {
  if (path.length > MAX_PATH_LENGTH) return resolveLongPath(path);
  const kept: number[] = [];
  for (let start = 1; start <= path.length; ) {
    const slash = path.indexOf('/', start);
    const end = slash === -1 ? path.length : slash;
    if (isParent(path, start, end)) kept.length = Math.max(0, kept.length - 2);
    else if (!isNothing(path, start, end)) kept.push(start, end);
    start = end + 1;
  }
  return kept.length === 0 ? '/' : glued(path, kept);
}

function isParent(path: string, start: number, end: number): boolean {
  return end - start === 2 && path.charCodeAt(start) === DOT && path.charCodeAt(start + 1) === DOT;
}

/** Empty, or `.`. */
function isNothing(path: string, start: number, end: number): boolean {
  return end === start || (end - start === 1 && path.charCodeAt(start) === DOT);
}

/** Adjacent segments stay together: a path with one detour is joined from two pieces. */
function glued(path: string, segments: readonly number[]): string {
  let result = '';
  let from = (segments[0] as number) - 1;
  for (let at = 0; at < segments.length; at += 2) {
    const end = segments[at + 1] as number;
    if (segments[at + 2] === end + 1) continue;
    result += path.slice(from, end);
    from = (segments[at + 2] ?? 0) - 1;
  }
  return result;
}

/**
 * Where a path leads when it is opened: the kernel follows a symlink before it applies the `..` after it. Of all commands only
 * `cd` works lexically.
 */
export function openedPath(
  path: string,
  base: AbsolutePath,
  realPath: (path: AbsolutePath) => AbsolutePath,
): AbsolutePath {
  if (path.length > MAX_PATH_LENGTH) return absolutePath(path, { base });
  let at = path.startsWith('/') ? ROOT : realPath(base);
  for (const segment of path.split('/')) {
    const next = absolutePath(segment, { base: at });
    at = segment === '..' || next === at ? next : realPath(next);
  }
  return at;
}

/** Whether the text alone doesn't show where it leads. */
export function hasParent(path: string): boolean {
  return path.includes('..') && /(?:^|\/)\.\.(?:\/|$)/.test(path);
}

const ROOT: AbsolutePath = absolutePath('/');

/** All paths that a rule may have to match, without duplicates, as written first. */
export function everyPlace({ written, real, opened = real }: ResolvedPath): readonly AbsolutePath[] {
  return written === real && opened === real ? [written] : [...new Set([written, real, opened])];
}
