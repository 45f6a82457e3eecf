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

export const geminiCliSetup: HostSetup = jsonSetup({
  name: 'gemini-cli',
  file,
  hooks: [{ path: ['hooks', 'BeforeTool'], item }],
  offSwitch: {
    keys: ['hooksConfig', 'enabled'],
    off: false,
    files: (_, places) => LAST_WORD_FIRST.map((scope) => file(scope, places)),
  },
});

function file(scope: InstallScope, { home, workspace }: InstallPlaces): string {
  return join(scope === 'user' ? home : workspace, '.gemini', 'settings.json');
}

/** It counts in milliseconds. */
function item(program: HookProgram): object {
  const command = hookCommand(program, 'gemini-cli');
  return { hooks: [{ name: 'caliban', type: 'command', command, timeout: HOST_TIMEOUT * 1000 }] };
}
