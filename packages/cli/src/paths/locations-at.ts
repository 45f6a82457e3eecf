import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Locations, locate } from '@caliban/storage';
import type { Terminal } from '../process/terminal.ts';

/** Where a command looks: a named workspace, or the one around a directory. */
export type Where = { readonly workspace?: string | undefined; readonly cwd?: string | undefined };

export function locationsAt(
  { workspace, cwd = '.' }: Where,
  terminal: Pick<Terminal, 'cwd' | 'env' | 'home'>,
): Locations {
  const { CALIBAN_MANAGED_DIR: managed = '' } = terminal.env;
  const here = resolve(terminal.cwd, cwd);
  return locate({
    env: managed === '' ? terminal.env : { ...terminal.env, CALIBAN_MANAGED_DIR: resolve(terminal.cwd, managed) },
    home: terminal.home,
    cwd: workspace === undefined ? here : resolve(here, workspace),
    // A named workspace is one, with or without git.
    exists: workspace === undefined ? isRepository : () => false,
  });
}

/**
 * Whether `.git` belongs to a repository or worktree, by git's own criteria. Sandboxes of other agents leave empty directories of
 * that name in `/tmp`. Uses `statSync`, because it is needed later anyway, and the first call of any function is slow.
 */
function isRepository(path: string): boolean {
  try {
    const found = statSync(path, STAT);
    return found !== undefined && (!found.isDirectory() || statSync(`${path}/HEAD`, STAT) !== undefined);
  } catch {
    return false;
  }
}

const STAT = { bigint: true, throwIfNoEntry: false } as const;
