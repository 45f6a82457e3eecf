import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Locations, locate } from '@caliban/storage/internal/locations';
import type { Terminal } from '../process/terminal.ts';

/** Where a command looks: a workspace that was named, or the one around a directory. */
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
    // A workspace that was named is one, with git or without.
    exists: workspace === undefined ? isThere : () => false,
  });
}

/** `existsSync`, by what is called a moment later anyway: the first call of anything is the dearest. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
