import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { HOSTS } from '@caliban/adapters';
import { INSTALL_SCOPES } from '@caliban/adapters/hosts';
import type { Locations } from '@caliban/storage';

/** The files of other agents that run our hook, and those that may switch it off, whether they exist or not. */
export function hookFiles({ home, workspace, env }: Locations): readonly string[] {
  const places = { home, workspace, env };
  return Object.values(HOSTS).flatMap(({ hookFile, switchFiles }) => {
    const absolute = (file: string) => resolve(workspace, file);
    const hooks = INSTALL_SCOPES.map((scope) => absolute(hookFile(scope, places)));
    return hooks.some(mentionsUs) ? [...hooks, ...(switchFiles?.(places) ?? []).map(absolute)] : [];
  });
}

/** A file that can't be read may contain our hook. */
function mentionsUs(file: string): boolean {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined || !found.isFile()) return false;
    return found.size > MAX_BYTES || readFileSync(file, 'utf8').includes('caliban');
  } catch {
    return true;
  }
}

const MAX_BYTES = 1 << 20;
