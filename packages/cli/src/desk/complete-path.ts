import { walkFiles } from '@caliban/agent/internal/tools/search/walk-files';
import type { AbsolutePath } from '@caliban/gate';
import { pathBelow } from '@caliban/gate/internal/text/path';

const MOST_SHOWN = 20;
const MOST_LOOKED_AT = 20_000;

/** Files of the workspace that fit what was typed: those that begin so, then those whose name does, then any that hold it. */
export function pathCompletion(
  workspace: AbsolutePath,
  mayRead: (path: AbsolutePath) => boolean,
): (written: string) => Promise<readonly string[]> {
  return async (written) => {
    const sought = written.toLowerCase();
    const found: { readonly path: string; readonly rank: number }[] = [];
    let looked = 0;
    for await (const file of walkFiles({ root: workspace, workspace, signal: AbortSignal.timeout(2_000) })) {
      if (++looked > MOST_LOOKED_AT) break;
      const path = pathBelow(file, workspace) ?? file;
      const rank = rankOf(path.toLowerCase(), sought);
      if (rank !== null && mayRead(file)) found.push({ path, rank });
    }
    return found
      .sort((one, other) => one.rank - other.rank || one.path.length - other.path.length)
      .slice(0, MOST_SHOWN)
      .map(({ path }) => path);
  };
}

function rankOf(path: string, sought: string): number | null {
  if (path.startsWith(sought)) return 0;
  if (path.slice(path.lastIndexOf('/') + 1).startsWith(sought)) return 1;
  return path.includes(sought) ? 2 : null;
}
