import { join } from 'node:path';
import { HOST_TIMEOUT, hookCommand } from '../hook-command.ts';
import {
  type HookProgram,
  type HostSetup,
  type InstallPlaces,
  type InstallScope,
  LAST_WORD_FIRST,
} from '../host-setup.ts';
import { jsonSetup } from '../json-setup.ts';
import { offBy } from '../json-switch.ts';
import { named } from '../named.ts';

export const claudeCodeSetup: HostSetup = jsonSetup({
  name: 'claude-code',
  file,
  hooks: [{ path: ['hooks', 'PreToolUse'], item }],
  offSwitches: {
    settings: [offBy(true, 'disableAllHooks')],
    files: (_, places) => [
      join(places.workspace, '.claude', 'settings.local.json'),
      ...LAST_WORD_FIRST.map((scope) => file(scope, places)),
    ],
  },
});

function file(scope: InstallScope, { home, workspace, env }: InstallPlaces): string {
  const directory =
    scope === 'user' ? (named(env.CLAUDE_CONFIG_DIR) ?? join(home, '.claude')) : join(workspace, '.claude');
  return join(directory, 'settings.json');
}

function item(program: HookProgram): object {
  const command = hookCommand(program, 'claude-code');
  return { matcher: '*', hooks: [{ type: 'command', command, timeout: HOST_TIMEOUT }] };
}
