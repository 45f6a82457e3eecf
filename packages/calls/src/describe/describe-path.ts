import { absolutePath, hasParent, openedPath } from '../text/path.ts';
import type { ResolvedPath } from '../types/subject.ts';
import type { CallContext } from '../types/tool-call.ts';

/** Makes a tool's path absolute and resolves its symlinks. */
export function describePath(text: string, { workspace, cwd = workspace, home, realPath }: CallContext): ResolvedPath {
  const written = absolutePath(text, { base: cwd, home });
  if (realPath === undefined) return { written, real: written };
  const real = realPath(written);
  if (!hasParent(text)) return { written, real };
  const opened = openedPath(
    text.replace(/^~(?=\/)/, () => home ?? '~'),
    cwd,
    realPath,
  );
  return opened === real ? { written, real } : { written, real, opened };
}
