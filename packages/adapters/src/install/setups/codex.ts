import { join } from 'node:path';
import { codexHooksAreOff } from '../codex-hooks-are-off.ts';
import { HOST_TIMEOUT, hookCommand } from '../hook-command.ts';
import {
  type HookProgram,
  type HostSetup,
  type InstallPlaces,
  type InstallScope,
  LAST_WORD_FIRST,
} from '../host-setup.ts';
import { jsonSetup } from '../json-setup.ts';
import { named } from '../named.ts';

/** `hooks.json` stands beside `config.toml` and is read with it, so that nobody's TOML has to be touched. */
export const codexSetup: HostSetup = {
  offSwitches: [
    {
      name: 'features.hooks',
      files: (_, places) => LAST_WORD_FIRST.map((scope) => join(directory(scope, places), 'config.toml')),
      isOff: codexHooksAreOff,
    },
  ],
  ...jsonSetup({
    name: 'codex',
    file: (scope, places) => join(directory(scope, places), 'hooks.json'),
    // One can only refuse, the other only allow.
    hooks: [
      { path: ['hooks', 'PreToolUse'], item },
      { path: ['hooks', 'PermissionRequest'], item },
    ],
  }),
};

function directory(scope: InstallScope, { home, workspace, env }: InstallPlaces): string {
  return scope === 'user' ? (named(env.CODEX_HOME) ?? join(home, '.codex')) : join(workspace, '.codex');
}

function item(program: HookProgram): object {
  return { hooks: [{ type: 'command', command: hookCommand(program, 'codex'), timeout: HOST_TIMEOUT }] };
}
