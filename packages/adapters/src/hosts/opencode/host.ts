import { join } from 'node:path';
import type { Host, HostPlaces } from '../host.ts';
import { configHome, variable } from '../setup/places.ts';

export const OPENCODE: Host = {
  name: 'opencode',
  title: 'opencode',
  program: 'opencode',
  directory,
  hookFile: (scope, places) =>
    join(scope === 'user' ? directory(places) : join(places.workspace, '.opencode'), 'plugin/caliban.js'),
  nextStep: 'restart opencode; what would be asked about is denied',
  hasPlugin: true,
  ruleFiles: (places) =>
    ['opencode.json', 'opencode.jsonc'].flatMap((name) => [
      { path: join(directory(places), name), scope: 'user', format: 'opencode' } as const,
      { path: join(places.workspace, name), scope: 'project', format: 'opencode' } as const,
    ]),
  history: {
    format: 'opencode',
    directories: (places) => [join(variable(places, 'XDG_DATA_HOME') ?? join(places.home, '.local/share'), 'opencode')],
  },
  loadAdapter: async () => (await import('./adapter.ts')).opencode,
  loadSetup: async () => (await import('./setup.ts')).opencodeSetup,
};

function directory(places: HostPlaces): string {
  return join(configHome(places), 'opencode');
}
