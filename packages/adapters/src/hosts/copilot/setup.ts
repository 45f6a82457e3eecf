import type { HostSetup } from '../setup/host-setup.ts';
import { jsonSetup } from '../setup/json-setup.ts';
import { offBy } from '../setup/json-switch.ts';
import { COPILOT } from './host.ts';

/** Copilot reads every file of the directory; this one is ours. */
export const copilotSetup: HostSetup = jsonSetup({
  host: COPILOT,
  hooks: ['preToolUse'],
  answers: ['postToolUse', 'postToolUseFailure'],
  item: ({ bash, powershell, timeoutSeconds }) => ({ type: 'command', bash, powershell, timeoutSec: timeoutSeconds }),
  besides: { version: 1 },
  offSwitches: {
    settings: [offBy(true, 'disableAllHooks')],
    files: (scope, places) => [COPILOT.hookFile(scope, places)],
  },
});
