import { join } from 'node:path';
import { HOST_TIMEOUT, hookCommand } from '../hook-command.ts';
import type { HookProgram, HostSetup } from '../host-setup.ts';
import { jsonSetup } from '../json-setup.ts';
import { named } from '../named.ts';

export const claudeCodeSetup: HostSetup = jsonSetup({
  name: 'claude-code',
  file(scope, { home, workspace, env }) {
    const directory =
      scope === 'user' ? (named(env.CLAUDE_CONFIG_DIR) ?? join(home, '.claude')) : join(workspace, '.claude');
    return join(directory, 'settings.json');
  },
  hooks: [{ path: ['hooks', 'PreToolUse'], item }],
  offSwitch: { keys: ['disableAllHooks'], off: true },
});

function item(program: HookProgram): object {
  const command = hookCommand(program, 'claude-code');
  return { matcher: '*', hooks: [{ type: 'command', command, timeout: HOST_TIMEOUT }] };
}
