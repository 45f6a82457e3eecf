import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { HOST_FILES } from '@caliban/adapters/internal/install/host-files';
import { INSTALL_SCOPES } from '@caliban/adapters/internal/install/host-setup';
import type { Locations } from '@caliban/storage/internal/locations';

/** The files of other agents that run our hook, and those that may keep them from it, there or not. */
export function hookFiles({ home, workspace, env }: Locations): readonly string[] {
  const places = { home, workspace, env };
  return Object.values(HOST_FILES).flatMap(({ hook, switches }) => {
    const absolute = (file: string) => resolve(workspace, file);
    const hooks = INSTALL_SCOPES.map((scope) => absolute(hook(scope, places)));
    return hooks.some(speaksOfUs) ? [...hooks, ...switches(places).map(absolute)] : [];
  });
}

/** What cannot be looked into may well speak of us. */
function speaksOfUs(file: string): boolean {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined || !found.isFile()) return false;
    return found.size > LONGEST || readFileSync(file, 'utf8').includes('caliban');
  } catch {
    return true;
  }
}

const LONGEST = 1 << 20;
