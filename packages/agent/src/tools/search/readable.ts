import type { AbsolutePath } from '@caliban/calls';
import type { JudgedPath } from '../files/verified-file.ts';
import type { ToolContext } from '../tool.ts';

/**
 * Whether a path below the real root may be shown: no rule denies Read on it, neither by its real path nor by the path below the
 * root as the model wrote it.
 */
export function readableBelow({ written, real }: JudgedPath, { mayRead }: Pick<ToolContext, 'mayRead'>) {
  return (path: AbsolutePath): boolean => {
    if (!mayRead(path)) return false;
    return written === real || mayRead((written + path.slice(real === '/' ? 0 : real.length)) as AbsolutePath);
  };
}
