import { join } from 'node:path';
import { HOST_TIMEOUT, hookCommand } from '../hook-command.ts';
import type { HookProgram, HostSetup } from '../host-setup.ts';
import { jsonSetup } from '../json-setup.ts';

export const geminiCliSetup: HostSetup = jsonSetup({
  name: 'gemini-cli',
  file: (scope, { home, workspace }) => join(scope === 'user' ? home : workspace, '.gemini', 'settings.json'),
  hooks: [{ path: ['hooks', 'BeforeTool'], item }],
  offSwitch: { keys: ['hooksConfig', 'enabled'], off: false },
});

/** It counts in milliseconds. */
function item(program: HookProgram): object {
  const command = hookCommand(program, 'gemini-cli');
  return { hooks: [{ name: 'caliban', type: 'command', command, timeout: HOST_TIMEOUT * 1000 }] };
}
