import { join } from 'node:path';
import type { Host, HostPlaces } from '../host.ts';
import { variable } from '../setup/places.ts';

export const CLAUDE_CODE: Host = {
  name: 'claude-code',
  title: 'Claude Code',
  program: 'claude',
  directory,
  hookFile: (scope, places) =>
    join(scope === 'user' ? directory(places) : join(places.workspace, '.claude'), 'settings.json'),
  switchFiles: ({ workspace }) => [join(workspace, '.claude', 'settings.local.json')],
  nextStep: 'sessions that run already take it up at their next start; /hooks shows it',
  showsMessages: true,
  projectVariable: 'CLAUDE_PROJECT_DIR',
  ruleFiles: (places) => [
    {
      path: join(directory(places), 'settings.json'),
      scope: 'user',
      format: 'claude',
      settingsDirectory: '~/.claude',
    },
    { path: join(places.workspace, '.claude/settings.json'), scope: 'project', format: 'claude' },
    { path: join(places.workspace, '.claude/settings.local.json'), scope: 'local', format: 'claude' },
  ],
  history: {
    format: 'claude',
    // Some versions kept it below `.config`.
    directories(places) {
      const { home } = places;
      const chosen = variable(places, 'CLAUDE_CONFIG_DIR');
      return chosen === undefined ? [join(home, '.claude'), join(home, '.config/claude')] : [chosen];
    },
  },
  loadAdapter: async () => (await import('./adapter.ts')).claudeCode,
  loadSetup: async () => (await import('./setup.ts')).claudeCodeSetup,
  loadManagedSetup: async () => (await import('./setup.ts')).claudeCodeManagedSetup,
  loadSandbox: async () => (await import('./sandbox.ts')).claudeCodeSandbox,
};

function directory(places: HostPlaces): string {
  return variable(places, 'CLAUDE_CONFIG_DIR') ?? join(places.home, '.claude');
}
