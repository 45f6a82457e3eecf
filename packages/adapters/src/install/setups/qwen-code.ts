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

export const qwenCodeSetup: HostSetup = jsonSetup({
  name: 'qwen-code',
  file,
  hooks: [{ path: ['hooks', 'PreToolUse'], item }],
  offSwitches: {
    settings: [offBy(true, 'disableAllHooks')],
    files: (_, places) => LAST_WORD_FIRST.map((scope) => file(scope, places)),
  },
});

function file(scope: InstallScope, { home, workspace }: InstallPlaces): string {
  return join(scope === 'user' ? home : workspace, '.qwen', 'settings.json');
}

/** It counts in milliseconds. */
function item(program: HookProgram): object {
  const command = hookCommand(program, 'qwen-code');
  return { matcher: '*', hooks: [{ type: 'command', name: 'caliban', command, timeout: HOST_TIMEOUT * 1000 }] };
}
