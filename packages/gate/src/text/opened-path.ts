import type { AbsolutePath } from '../types/absolute-path.ts';
import { absolutePath, LONGEST_PATH } from './path.ts';

/**
 * Where a path leads when it is opened: the kernel follows a link before it takes the `..` behind it. Of all commands only `cd` goes
 * by the text.
 */
export function openedPath(
  path: string,
  base: AbsolutePath,
  realPath: (path: AbsolutePath) => AbsolutePath,
): AbsolutePath {
  if (path.length > LONGEST_PATH) return absolutePath(path, { base });
  let at = path.startsWith('/') ? ROOT : realPath(base);
  for (const segment of path.split('/')) {
    const next = absolutePath(segment, { base: at });
    at = segment === '..' || next === at ? next : realPath(next);
  }
  return at;
}

/** Whether the text alone does not tell where it leads. */
export function hasParent(path: string): boolean {
  return path.includes('..') && /(?:^|\/)\.\.(?:\/|$)/.test(path);
}

const ROOT: AbsolutePath = absolutePath('/');
