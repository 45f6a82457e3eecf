import { afterCommand, HOST_TIMEOUT, hookCommand, isHookCommand } from '../hook-command.ts';
import { HOST_FILES } from '../host-files.ts';
import { type HookProgram, type HostSetup, LAST_WORD_FIRST } from '../host-setup.ts';
import { jsonSetup } from '../json-setup.ts';
import { offBy, offIfListed } from '../json-switch.ts';

export const geminiCliSetup: HostSetup = jsonSetup({
  name: 'gemini-cli',
  file: HOST_FILES['gemini-cli'].hook,
  hooks: [{ path: ['hooks', 'BeforeTool'], item }],
  answers: [{ path: ['hooks', 'AfterTool'], item: answerItem }],
  // All but the first two are of older versions.
  offSwitches: {
    settings: [
      offBy(false, 'hooksConfig', 'enabled'),
      offIfListed(isOurs, 'hooksConfig', 'disabled'),
      offBy(false, 'hooks', 'enabled'),
      offIfListed(isOurs, 'hooks', 'disabled'),
      offBy(false, 'tools', 'enableHooks'),
    ],
    files: (_, places) => LAST_WORD_FIRST.map((scope) => HOST_FILES['gemini-cli'].hook(scope, places)),
  },
});

/** It goes by the name of a hook, or by its command where it has none. */
function isOurs(name: string): boolean {
  return name === NAME || isHookCommand(name, 'gemini-cli');
}

const NAME = 'caliban';

/** It counts in milliseconds. */
function item(program: HookProgram): object {
  const command = hookCommand(program, 'gemini-cli');
  return { hooks: [{ name: NAME, type: 'command', command, timeout: HOST_TIMEOUT * 1000 }] };
}

function answerItem(program: HookProgram): object {
  const command = afterCommand(program, 'gemini-cli');
  return { hooks: [{ name: NAME, type: 'command', command, timeout: HOST_TIMEOUT * 1000 }] };
}
