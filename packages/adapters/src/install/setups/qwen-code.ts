import { afterCommand, HOST_TIMEOUT, hookCommand } from '../hook-command.ts';
import { HOST_FILES } from '../host-files.ts';
import { type HookProgram, type HostSetup, LAST_WORD_FIRST } from '../host-setup.ts';
import { jsonSetup } from '../json-setup.ts';
import { offBy } from '../json-switch.ts';

export const qwenCodeSetup: HostSetup = jsonSetup({
  name: 'qwen-code',
  file: HOST_FILES['qwen-code'].hook,
  hooks: [{ path: ['hooks', 'PreToolUse'], item }],
  answers: ['PostToolUse', 'PostToolUseFailure'].map((event) => ({
    path: ['hooks', event] as const,
    item: answerItem,
  })),
  offSwitches: {
    settings: [offBy(true, 'disableAllHooks')],
    files: (_, places) => LAST_WORD_FIRST.map((scope) => HOST_FILES['qwen-code'].hook(scope, places)),
  },
});

/** It counts in milliseconds. */
function item(program: HookProgram): object {
  const command = hookCommand(program, 'qwen-code');
  return { matcher: '*', hooks: [{ type: 'command', name: 'caliban', command, timeout: HOST_TIMEOUT * 1000 }] };
}

function answerItem(program: HookProgram): object {
  const command = afterCommand(program, 'qwen-code');
  return { matcher: '*', hooks: [{ type: 'command', name: 'caliban', command, timeout: HOST_TIMEOUT * 1000 }] };
}
