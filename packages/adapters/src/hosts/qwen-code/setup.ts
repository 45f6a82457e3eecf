import { type HostSetup, LAST_WORD_FIRST } from '../setup/host-setup.ts';
import { jsonSetup } from '../setup/json-setup.ts';
import { offBy } from '../setup/json-switch.ts';
import { QWEN_CODE } from './host.ts';

export const qwenCodeSetup: HostSetup = jsonSetup({
  host: QWEN_CODE,
  hooks: ['PreToolUse'],
  answers: ['PostToolUse', 'PostToolUseFailure'],
  // The timeout is in milliseconds.
  item: ({ command, timeoutSeconds }) => ({
    matcher: '*',
    hooks: [{ type: 'command', name: 'caliban', command, timeout: timeoutSeconds * 1000 }],
  }),
  offSwitches: {
    settings: [offBy(true, 'disableAllHooks')],
    files: (_, places) => LAST_WORD_FIRST.map((scope) => QWEN_CODE.hookFile(scope, places)),
  },
});
