import type { HostSetup } from '../setup/host-setup.ts';
import { jsonSetup } from '../setup/json-setup.ts';
import { codexHooksAreOff } from './hooks-are-off.ts';
import { CODEX } from './host.ts';

/** Codex reads `hooks.json` beside its `config.toml`, so we never edit TOML. */
export const codexSetup: HostSetup = {
  ...jsonSetup({
    host: CODEX,
    // The first can only refuse, the second can only allow.
    hooks: ['PreToolUse', 'PermissionRequest'],
    answers: ['PostToolUse'],
    item: ({ command, timeoutSeconds }) => ({ hooks: [{ type: 'command', command, timeout: timeoutSeconds }] }),
  }),
  offSwitches: [
    {
      name: 'features.hooks',
      files: (_, places) => CODEX.switchFiles?.(places) ?? [],
      isOff: codexHooksAreOff,
    },
  ],
};
