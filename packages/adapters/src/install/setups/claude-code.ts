import { afterCommand, HOST_TIMEOUT, hookCommand } from '../hook-command.ts';
import { HOST_FILES } from '../host-files.ts';
import { type HookProgram, type HostSetup, LAST_WORD_FIRST } from '../host-setup.ts';
import { jsonSetup } from '../json-setup.ts';
import { offBy } from '../json-switch.ts';

const FILES = HOST_FILES['claude-code'];

export const claudeCodeSetup: HostSetup = jsonSetup({
  name: 'claude-code',
  file: FILES.hook,
  // The second comes when it is about to ask its user: what a written rule settles needs no question.
  hooks: [
    { path: ['hooks', 'PreToolUse'], item },
    { path: ['hooks', 'PermissionRequest'], item, isExtra: true },
  ],
  answers: ['PostToolUse', 'PostToolUseFailure', 'PermissionDenied'].map((event) => ({
    path: ['hooks', event] as const,
    item: answerItem,
  })),
  offSwitches: {
    settings: [offBy(true, 'disableAllHooks')],
    files: (_, places) => [...FILES.switches(places), ...LAST_WORD_FIRST.map((scope) => FILES.hook(scope, places))],
  },
});

function item(program: HookProgram): object {
  const command = hookCommand(program, 'claude-code');
  return { matcher: '*', hooks: [{ type: 'command', command, timeout: HOST_TIMEOUT }] };
}

/** The model does not wait for it. */
function answerItem(program: HookProgram): object {
  const command = afterCommand(program, 'claude-code');
  return { matcher: '*', hooks: [{ type: 'command', command, timeout: HOST_TIMEOUT, async: true }] };
}
