import { codexHooksAreOff } from '../codex-hooks-are-off.ts';
import { afterCommand, HOST_TIMEOUT, hookCommand } from '../hook-command.ts';
import { HOST_FILES } from '../host-files.ts';
import type { HookProgram, HostSetup } from '../host-setup.ts';
import { jsonSetup } from '../json-setup.ts';

/** `hooks.json` stands beside `config.toml` and is read with it, so that nobody's TOML has to be touched. */
export const codexSetup: HostSetup = {
  offSwitches: [
    {
      name: 'features.hooks',
      files: (_, places) => HOST_FILES.codex.switches(places),
      isOff: codexHooksAreOff,
    },
  ],
  ...jsonSetup({
    name: 'codex',
    file: HOST_FILES.codex.hook,
    // One can only refuse, the other only allow.
    hooks: [
      { path: ['hooks', 'PreToolUse'], item },
      { path: ['hooks', 'PermissionRequest'], item },
    ],
    answers: [{ path: ['hooks', 'PostToolUse'], item: answerItem }],
  }),
};

function item(program: HookProgram): object {
  return { hooks: [{ type: 'command', command: hookCommand(program, 'codex'), timeout: HOST_TIMEOUT }] };
}

function answerItem(program: HookProgram): object {
  return { hooks: [{ type: 'command', command: afterCommand(program, 'codex'), timeout: HOST_TIMEOUT }] };
}
