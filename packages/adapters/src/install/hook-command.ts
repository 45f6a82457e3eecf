import type { HostName } from '../hosts/host-adapter.ts';
import { commandText } from '../hosts/tools/command-text.ts';
import type { HookProgram } from './host-setup.ts';

/**
 * The line a host runs for every call. `NODE_EXTRA_CA_CERTS` would have node read certificates at each start, for nothing.
 * Most hosts go on when a hook fails, and stop only for exit code 2 with something on standard error: so that is what any
 * failure becomes, a program that is gone included. Plain enough for every shell a host may take.
 */
export function hookCommand({ words, isWindows }: HookProgram, host: HostName): string {
  if (isWindows) return [...words.map((word) => (/[\s\\]/.test(word) ? `"${word}"` : word)), 'hook', host].join(' ');
  const program = commandText([...words, 'hook', host]);
  // Before a program, `env` takes whatever has an equals sign for a variable.
  const start = words[0]?.includes('=') === true ? `sh -c 'exec "$0" "$@"' ${program}` : program;
  return `env -u NODE_EXTRA_CA_CERTS ${start} || sh -c '${REFUSAL}'`;
}

const REFUSAL = 'echo "caliban did not allow the call" >&2; exit 2';

export function powershellCommand({ words }: HookProgram, host: HostName): string {
  const quoted = words.map((word) => (/^[\w./:\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`));
  return ['&', ...quoted, 'hook', host].join(' ');
}

/** Whether a command is one of ours, of whatever version. */
export function isHookCommand(command: string, host: HostName): boolean {
  return command.includes('caliban') && new RegExp(`\\bhook ${host}(?![\\w-])`).test(command);
}

/** Seconds; above the five after which a hook refuses by itself. */
export const HOST_TIMEOUT = 10;
