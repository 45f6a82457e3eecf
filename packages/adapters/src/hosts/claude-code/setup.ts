import { join } from 'node:path';
import type { HookLine } from '../setup/hook-command.ts';
import { type HostSetup, type InstallPlaces, LAST_WORD_FIRST } from '../setup/host-setup.ts';
import { jsonSetup } from '../setup/json-setup.ts';
import { offBy } from '../setup/json-switch.ts';
import { managedDirectory } from '../setup/places.ts';
import { CLAUDE_CODE } from './host.ts';

export const claudeCodeSetup: HostSetup = jsonSetup({
  host: CLAUDE_CODE,
  hooks: ['PreToolUse'],
  // This event comes when Claude Code is about to ask its user: a call that a rule decides needs no question.
  extraHooks: ['PermissionRequest'],
  answers: ['PostToolUse', 'PostToolUseFailure', 'PermissionDenied'],
  item,
  // The model doesn't wait for it.
  answerItem: (line) => item(line, { async: true }),
  offSwitches: {
    settings: [offBy(true, 'disableAllHooks')],
    files: (_, places) => [
      ...(CLAUDE_CODE.switchFiles?.(places) ?? []),
      ...LAST_WORD_FIRST.map((scope) => CLAUDE_CODE.hookFile(scope, places)),
    ],
  },
});

function item({ command, timeoutSeconds }: HookLine, more: { readonly async?: true } = {}): object {
  return { matcher: '*', hooks: [{ type: 'command', command, timeout: timeoutSeconds, ...more }] };
}

export const claudeCodeManagedSetup: HostSetup = {
  ...claudeCodeSetup,
  file: (_, places) => join(managedSettings(places), 'managed-settings.json'),
  // A user who switches hooks off doesn't switch off the administrator's.
  offSwitches: [],
};

function managedSettings(places: InstallPlaces): string {
  const chosen = managedDirectory(places, 'claude-code');
  if (chosen !== undefined) return chosen;
  switch (process.platform) {
    case 'darwin':
      return '/Library/Application Support/ClaudeCode';
    case 'win32':
      return 'C:\\Program Files\\ClaudeCode';
    default:
      return '/etc/claude-code';
  }
}
