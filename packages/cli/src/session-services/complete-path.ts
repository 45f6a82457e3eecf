import { walkFiles } from '@caliban/agent/tools';
import type { AbsolutePath } from '@caliban/calls';
import { pathBelow } from '@caliban/calls/text';

const MAX_SHOWN = 20;
const MAX_LOOKED_AT = 20_000;
const PATIENCE_MS = 2_000;

/**
 * Files of the workspace that match the typed text: paths with this prefix, then names with it, then paths that contain it. A
 * lookup that takes too long returns what it has found; a new lookup cancels the previous one.
 */
export function pathCompletion(
  workspace: AbsolutePath,
  mayRead: (path: AbsolutePath) => boolean,
  patienceMs: number = PATIENCE_MS,
): (written: string) => Promise<readonly string[]> {
  let callOff = () => {};
  return async (written) => {
    callOff();
    const lookup = new AbortController();
    callOff = () => lookup.abort();
    const patience = setTimeout(callOff, patienceMs);
    const found: Found[] = [];
    try {
      for await (const each of fitting(written.toLowerCase(), { workspace, mayRead, signal: lookup.signal })) {
        found.push(each);
      }
    } catch (error) {
      if (!lookup.signal.aborted) throw error;
    } finally {
      clearTimeout(patience);
    }
    return found
      .sort((one, other) => one.rank - other.rank || one.path.length - other.path.length)
      .slice(0, MAX_SHOWN)
      .map(({ path }) => path);
  };
}

type Found = { readonly path: string; readonly rank: number };

type Search = {
  readonly workspace: AbsolutePath;
  readonly mayRead: (path: AbsolutePath) => boolean;
  readonly signal: AbortSignal;
};

async function* fitting(sought: string, { workspace, mayRead, signal }: Search): AsyncGenerator<Found> {
  let looked = 0;
  for await (const file of walkFiles({ root: workspace, workspace, signal })) {
    if (++looked > MAX_LOOKED_AT) return;
    const path = pathBelow(file, workspace) ?? file;
    const rank = rankOf(path.toLowerCase(), sought);
    if (rank !== null && mayRead(file)) yield { path, rank };
  }
}

function rankOf(path: string, sought: string): number | null {
  if (path.startsWith(sought)) return 0;
  if (path.slice(path.lastIndexOf('/') + 1).startsWith(sought)) return 1;
  return path.includes(sought) ? 2 : null;
}
