import { join } from 'node:path';
import type { Host } from '../host.ts';
import { placeOf, variable } from '../setup/places.ts';

export const GEMINI_CLI: Host = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  program: 'gemini',
  directory: ({ home }) => join(home, '.gemini'),
  hookFile: (scope, places) => join(placeOf(scope, places), '.gemini/settings.json'),
  nextStep: 'its own policy still asks where it would; what caliban would ask about is denied',
  showsMessages: true,
  projectVariable: 'GEMINI_PROJECT_DIR',
  ruleFiles: (places) =>
    (['user', 'project'] as const).flatMap((scope) => {
      const directory = join(placeOf(scope, places), '.gemini');
      return [
        { path: join(directory, 'settings.json'), scope, format: 'gemini' },
        { path: join(directory, 'policies'), ending: '.toml', scope, format: 'gemini' },
      ] as const;
    }),
  history: {
    format: 'gemini',
    directories: (places) => [join(variable(places, 'GEMINI_CLI_HOME') ?? places.home, '.gemini')],
  },
  loadAdapter: async () => (await import('./adapter.ts')).geminiCli,
  loadSetup: async () => (await import('./setup.ts')).geminiCliSetup,
};
