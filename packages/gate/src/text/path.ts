import type { AbsolutePath } from '../types/absolute-path.ts';

/** Lexical, no disk: `..` never climbs above `/`; `~` and `~/…` are the home directory where one is known. */
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

/** What stands below `root`, without a leading slash; null outside it, the empty text for `root` itself. */
export function pathBelow(path: AbsolutePath, root: AbsolutePath): string | null {
  if (root.length === 1) return path.slice(1);
  if (!path.startsWith(root)) return null;
  if (path.length === root.length) return '';
  return path.charCodeAt(root.length) === SLASH ? path.slice(root.length + 1) : null;
}

const SLASH = 47;
const DOT = 46;
const TILDE = 126;

function join(base: AbsolutePath, rest: string): AbsolutePath {
  return normalise(base.length === 1 ? `/${rest}` : `${base}/${rest}`);
}

function normalise(path: string): AbsolutePath {
  return (isNormal(path) ? path : resolveSegments(path)) as AbsolutePath;
}

/** A segment that is empty or starts with a dot may need work; nearly no path has one. */
function isNormal(path: string): boolean {
  const last = path.length - 1;
  if (last > 0 && path.charCodeAt(last) === SLASH) return false;
  for (let slash = path.indexOf('/'); slash !== -1 && slash < last; slash = path.indexOf('/', slash + 1)) {
    const next = path.charCodeAt(slash + 1);
    if (next === SLASH || (next === DOT && isDotSegment(path, slash + 1))) return false;
  }
  return true;
}

function isDotSegment(path: string, start: number): boolean {
  const after = path.charCodeAt(start + 1) === DOT ? start + 2 : start + 1;
  return after === path.length || path.charCodeAt(after) === SLASH;
}

function resolveSegments(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') kept.pop();
    else kept.push(segment);
  }
  return `/${kept.join('/')}`;
}
