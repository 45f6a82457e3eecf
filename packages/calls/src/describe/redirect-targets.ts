import { absolutePath, afterSteps, hasParent, openedPath } from '../text/path.ts';
import type { AbsolutePath } from '../types/absolute-path.ts';
import type { Redirect } from '../types/command-line.ts';
import type { ResolvedPath } from '../types/subject.ts';
import type { CallContext } from '../types/tool-call.ts';

/** A file that is opened: as written, and its target. */
export type Target = ResolvedPath;

/** Every file the target may be, except irrelevant ones; null if that can't be known. */
export function redirectTargets(
  { target, directories }: Redirect,
  { workspace, cwd = workspace, home, realPath = unlinked }: CallContext,
): readonly Target[] | null {
  if (target === null || (isBelowHome(target) && home === undefined)) return null;
  if (target.startsWith('/') || isBelowHome(target)) return filesAt(ROOT);
  if (directories === null) return null;
  if (home === undefined && directories.some((steps) => steps.some(isBelowHome))) return null;
  return directories.map((steps) => afterSteps(steps, cwd, home)).flatMap(filesAt);

  function filesAt(base: AbsolutePath): readonly Target[] {
    const path = target as string;
    const written = absolutePath(path, { base, home });
    if (!hasParent(path)) return isFree(written) ? [] : [{ written, real: realPath(written) }];
    return [{ written, real: openedPath(path.replace(/^~/, home ?? '~'), base, realPath) }];
  }
}

const ROOT: AbsolutePath = absolutePath('/');

function unlinked(path: AbsolutePath): AbsolutePath {
  return path;
}

function isBelowHome(path: string): boolean {
  return path === '~' || path.startsWith('~/');
}

function isFree(path: AbsolutePath): boolean {
  return path === '/dev/null' || path === '/dev/stdout' || path === '/dev/stderr' || /^\/dev\/fd\/\d+$/.test(path);
}
