import { rmdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { InstallTerminal } from './install-request.ts';

/**
 * Removes directories that `install` created around a file that is gone by now; none that contains anything, and none that
 * someone named. An empty one that existed before is removed too: it can't be distinguished from ours, and nothing reads it.
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
    // It isn't empty.
  }
}
