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
  const isByName = words.length === 1 && words[0] === NAME;
  return `env -u NODE_EXTRA_CA_CERTS ${start} || sh -c '${isByName ? `${EXPLANATION}; ` : ''}${REFUSAL}'`;
}

const REFUSAL = 'echo "caliban did not allow the call" >&2; exit 2';

export function powershellAfterCommand(program: HookProgram, host: HostName): string {
  return `${powershellCommand(program, host)} ${AFTER}`;
}
const NAME = 'caliban';

/** For people who work on a project that has the hook, on a machine without the program. */
const EXPLANATION = `command -v ${NAME} >/dev/null || echo "${[
  'This project uses caliban to decide what AI agents may do, and caliban is not installed here, so every call is refused.',
  'Install it with: npm install -g caliban',
].join(' ')}" >&2`;

export function powershellCommand({ words }: HookProgram, host: HostName): string {
  const quoted = words.map((word) => (/^[\w./:\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`));
  return ['&', ...quoted, 'hook', host].join(' ');
}

/** The line for events after a call. It never fails: the call has run. */
export function afterCommand({ words, isWindows }: HookProgram, host: HostName): string {
  if (isWindows) return `${hookCommand({ words, isWindows }, host)} ${AFTER}`;
  const program = commandText([...words, 'hook', host, AFTER]);
  const start = words[0]?.includes('=') === true ? `sh -c 'exec "$0" "$@"' ${program}` : program;
  return `env -u NODE_EXTRA_CA_CERTS ${start} || ${UNRECORDED}`;
}

const AFTER = '--after';
const UNRECORDED = 'echo "caliban could not record the answer" >&2';

/** Whether a command is one of ours, of whatever version; one that only speaks of us belongs to somebody else. */
export function isHookCommand(command: string, host: HostName): boolean {
  const [, program = '', script, written, tail] = LINE.exec(command) ?? [];
  if (written !== host) return false;
  if (tail?.includes(REFUSAL) || tail?.includes(UNRECORDED)) return true;
  const name = bare(program).split(/[/\\]/).at(-1) ?? '';
  return script === undefined ? /^caliban(\.\w+)?$/.test(name) : /^node/i.test(name) && script.includes('caliban');
}

/** A word of a line in any of its quotings. No two of the alternatives start alike, so that none is tried twice. */
const WORD = String.raw`(?:'[^']*'|"[^"]*"|\\'|\\(?!')|[^\s'"\\|&;<>])+`;

/** What may stand before the program, the program, its flags and its script, the host, and what follows on a failure. */
const LINE = new RegExp(
  String.raw`^\s*(?:&\s+)?(?:env\s+)?(?:-u\s+\w+\s+)*(?:\w+=${WORD}\s+)*(?:sh -c 'exec "\$0" "\$@"' )?` +
    String.raw`(${WORD})(?:\s+--[\w=-]+)*(?:\s+(${WORD}))?\s+hook\s+([\w-]+)(?:\s+--after)?\s*(?:\|\|(.*))?$`,
  's',
);

function bare(word: string): string {
  return word.replaceAll(/['"]/g, '');
}

/** Seconds; above the five after which a hook refuses by itself. */
export const HOST_TIMEOUT = 10;
