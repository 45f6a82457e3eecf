import { join } from 'node:path';
import type { Host, HostPlaces } from '../host.ts';
import { type InstallPlaces, type InstallScope, LAST_WORD_FIRST } from '../setup/host-setup.ts';
import { variable } from '../setup/places.ts';

export const CODEX: Host = {
  name: 'codex',
  title: 'Codex',
  program: 'codex',
  directory,
  hookFile: (scope, places) => join(directoryOf(scope, places), 'hooks.json'),
  switchFiles: (places) => LAST_WORD_FIRST.map((scope) => join(directoryOf(scope, places), 'config.toml')),
  nextStep: 'start codex and trust the hook with /hooks, or it does not run; what would be asked about is denied',
  showsMessages: true,
  ruleFiles: (places) => [
    { path: join(directory(places), 'rules'), ending: '.rules', scope: 'user', format: 'codex' },
    { path: join(places.workspace, '.codex/rules'), ending: '.rules', scope: 'project', format: 'codex' },
  ],
  history: { format: 'codex', directories: (places) => [directory(places)] },
  loadAdapter: async () => (await import('./adapter.ts')).codex,
  loadSetup: async () => (await import('./setup.ts')).codexSetup,
  loadManagedSetup: async () => (await import('./managed-setup.ts')).codexManagedSetup,
  loadSandbox: async () => (await import('./sandbox.ts')).codexSandbox,
};

function directory(places: HostPlaces): string {
  return variable(places, 'CODEX_HOME') ?? join(places.home, '.codex');
}

function directoryOf(scope: InstallScope, places: InstallPlaces): string {
  return scope === 'user' ? directory(places) : join(places.workspace, '.codex');
}
