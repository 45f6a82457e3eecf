import { join } from 'node:path';
import { fail, ok } from '@caliban/calls/types';
import { hookCommand, hookTimeoutSeconds } from '../setup/hook-command.ts';
import type { HookProgram, HostSetup } from '../setup/host-setup.ts';
import { managedDirectory } from '../setup/places.ts';

/**
 * Codex's `requirements.toml`. Our tables are one block between two comments at the end of the file, so that removing them
 * restores the file byte for byte. Hooks in this file run without being trusted through `/hooks`.
 */
export const codexManagedSetup: HostSetup = {
  name: 'codex',
  file: (_, places) => join(managedDirectory(places, 'codex') ?? SYSTEM_DIRECTORY, 'requirements.toml'),
  install(text, program) {
    const block = blockFor(program);
    if (text === null) return ok(block);
    const rest = without(text);
    if (hasHooks(rest))
      return fail('there is a `hooks` table already; put the hooks of caliban in it by hand, or remove it');
    const current = OURS.exec(text);
    return ok(current === null ? `${text}\n${block}` : text.replace(OURS, () => leadOf(current[0]) + block));
  },
  uninstall(text) {
    if (!OURS.test(text)) return ok(text);
    return ok(OURS.exec(text)?.[0] === text && !text.startsWith('\n') ? null : without(text));
  },
  wiring: (text) => ok(OURS.test(text) ? 'wired' : 'not-wired'),
};

/** Some versions skip hooks whose directory doesn't exist. */
const SYSTEM_DIRECTORY = '/etc/codex';

const BEGIN = '# caliban begin: written by `caliban install codex --scope managed`';
const END = '# caliban end';
const OURS = new RegExp(`\\n?${BEGIN}\\n[\\s\\S]*?\\n${END}\\n`);

function hasHooks(toml: string): boolean {
  const [top = ''] = toml.split(/^[ \t]*\[/m, 1);
  return /^[ \t]*\[{1,2}[ \t]*"?hooks"?[ \t]*[.\]]/m.test(toml) || /^[ \t]*"?hooks"?[ \t]*[.=]/m.test(top);
}

function blockFor(program: HookProgram): string {
  const command = hookCommand(program, 'codex');
  const hooks = ['PreToolUse', 'PermissionRequest'].map(
    (event) => `
[[hooks.${event}]]

[[hooks.${event}.hooks]]
type = "command"
command = ${JSON.stringify(command)}
timeout = ${hookTimeoutSeconds(program)}
`,
  );
  return `${BEGIN}\n[hooks]\nmanaged_dir = "${SYSTEM_DIRECTORY}"\n${hooks.join('')}${END}\n`;
}

function without(text: string): string {
  return text.replace(OURS, '');
}

function leadOf(block: string): string {
  return block.startsWith('\n') ? '\n' : '';
}
