import { isHookCommand } from '../setup/hook-command.ts';
import { type HostSetup, LAST_WORD_FIRST } from '../setup/host-setup.ts';
import { jsonSetup } from '../setup/json-setup.ts';
import { offBy, offIfListed } from '../setup/json-switch.ts';
import { GEMINI_CLI } from './host.ts';

export const geminiCliSetup: HostSetup = jsonSetup({
  host: GEMINI_CLI,
  hooks: ['BeforeTool'],
  answers: ['AfterTool'],
  // The timeout is in milliseconds.
  item: ({ command, timeoutSeconds }) => ({
    hooks: [{ name: NAME, type: 'command', command, timeout: timeoutSeconds * 1000 }],
  }),
  // Older versions have all but the first two.
  offSwitches: {
    settings: [
      offBy(false, 'hooksConfig', 'enabled'),
      offIfListed(isOurs, 'hooksConfig', 'disabled'),
      offBy(false, 'hooks', 'enabled'),
      offIfListed(isOurs, 'hooks', 'disabled'),
      offBy(false, 'tools', 'enableHooks'),
    ],
    files: (_, places) => LAST_WORD_FIRST.map((scope) => GEMINI_CLI.hookFile(scope, places)),
  },
});

const NAME = 'caliban';

/** A hook without a name is listed by its command. */
function isOurs(name: string): boolean {
  return name === NAME || isHookCommand(name, 'gemini-cli');
}
