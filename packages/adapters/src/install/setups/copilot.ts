import { join } from 'node:path';
import { HOST_TIMEOUT, hookCommand, powershellCommand } from '../hook-command.ts';
import type { HookProgram, HostSetup, InstallPlaces, InstallScope } from '../host-setup.ts';
import { jsonSetup } from '../json-setup.ts';
import { offBy } from '../json-switch.ts';
import { named } from '../named.ts';

/** Copilot reads every file of the directory; this one is ours. */
export const copilotSetup: HostSetup = jsonSetup({
  name: 'copilot',
  file,
  hooks: [{ path: ['hooks', 'preToolUse'], item }],
  besides: { version: 1 },
  offSwitches: { settings: [offBy(true, 'disableAllHooks')], files: (scope, places) => [file(scope, places)] },
});

function file(scope: InstallScope, { home, workspace, env }: InstallPlaces): string {
  const directory = scope === 'user' ? (named(env.COPILOT_HOME) ?? join(home, '.copilot')) : join(workspace, '.github');
  return join(directory, 'hooks', 'caliban.json');
}

function item(program: HookProgram): object {
  return {
    type: 'command',
    bash: hookCommand({ ...program, isWindows: false }, 'copilot'),
    powershell: powershellCommand(program, 'copilot'),
    timeoutSec: HOST_TIMEOUT,
  };
}
