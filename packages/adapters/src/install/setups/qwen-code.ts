import { join } from 'node:path';
import { HOST_TIMEOUT, hookCommand } from '../hook-command.ts';
import type { HookProgram, HostSetup } from '../host-setup.ts';
import { jsonSetup } from '../json-setup.ts';

export const qwenCodeSetup: HostSetup = jsonSetup({
  name: 'qwen-code',
  file: (scope, { home, workspace }) => join(scope === 'user' ? home : workspace, '.qwen', 'settings.json'),
  hooks: [{ path: ['hooks', 'PreToolUse'], item }],
  offSwitch: { keys: ['disableAllHooks'], off: true },
});

/** It counts in milliseconds. */
function item(program: HookProgram): object {
  const command = hookCommand(program, 'qwen-code');
  return { matcher: '*', hooks: [{ type: 'command', name: 'caliban', command, timeout: HOST_TIMEOUT * 1000 }] };
}
