import { afterCommand, HOST_TIMEOUT, hookCommand, powershellAfterCommand, powershellCommand } from '../hook-command.ts';
import { HOST_FILES } from '../host-files.ts';
import type { HookProgram, HostSetup } from '../host-setup.ts';
import { jsonSetup } from '../json-setup.ts';
import { offBy } from '../json-switch.ts';

/** Copilot reads every file of the directory; this one is ours. */
export const copilotSetup: HostSetup = jsonSetup({
  name: 'copilot',
  file: HOST_FILES.copilot.hook,
  hooks: [{ path: ['hooks', 'preToolUse'], item }],
  answers: ['postToolUse', 'postToolUseFailure'].map((event) => ({
    path: ['hooks', event] as const,
    item: answerItem,
  })),
  besides: { version: 1 },
  offSwitches: {
    settings: [offBy(true, 'disableAllHooks')],
    files: (scope, places) => [HOST_FILES.copilot.hook(scope, places)],
  },
});

function item(program: HookProgram): object {
  return {
    type: 'command',
    bash: hookCommand({ ...program, isWindows: false }, 'copilot'),
    powershell: powershellCommand(program, 'copilot'),
    timeoutSec: HOST_TIMEOUT,
  };
}

function answerItem(program: HookProgram): object {
  return {
    type: 'command',
    bash: afterCommand({ ...program, isWindows: false }, 'copilot'),
    powershell: powershellAfterCommand(program, 'copilot'),
    timeoutSec: HOST_TIMEOUT,
  };
}
