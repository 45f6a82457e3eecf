import { rmdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { InstallTerminal } from './install-request.ts';

/**
 * What `install` made around a file that is gone by now; nothing that holds anything, and nothing that somebody named. One that was
 * there before, and empty, goes too: nothing tells it from ours any more, and nobody reads anything in it.
 */
export function removeEmptyDirectories(
  file: string,
  { home, workspace, env }: Pick<InstallTerminal, 'home' | 'env'> & { readonly workspace: string },
): void {
  const values = Object.values(env).flatMap((value) => (value?.startsWith('/') ? [value] : []));
  const named = new Set([home, workspace, ...values].map((path) => resolve(path)));
  try {
    for (let path = dirname(file); !named.has(path); path = dirname(path)) rmdirSync(path);
  } catch {
    // Something else is in it.
  }
}
