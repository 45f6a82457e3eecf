import type { HostName } from '../registry.ts';
import { commandText } from '../tools/command-text.ts';
import type { HookProgram } from './host-setup.ts';

/** What a host runs for a call, in the shells that hosts use. `command` is for the shell of the system. */
export type HookLine = {
  readonly command: string;
  readonly bash: string;
  readonly powershell: string;
  /** How long the host has to wait for it. */
  readonly timeoutSeconds: number;
};

export function hookLine(program: HookProgram, host: HostName): HookLine {
  return {
    command: hookCommand(program, host),
    bash: hookCommand({ ...program, isWindows: false }, host),
    powershell: powershellCommand(program, host),
    timeoutSeconds: hookTimeoutSeconds(program),
  };
}

/** Later than the hook refuses by itself. */
export function hookTimeoutSeconds({ waitSeconds, client }: HookProgram): number {
  const more = waitSeconds === undefined ? 0 : waitSeconds + MORE_SECONDS;
  return HOOK_TIMEOUT_SECONDS + Math.max(more, client === undefined ? 0 : MORE_SECONDS);
}

/** For the server's time to answer, and for claiming an answer that came at the last moment. */
const MORE_SECONDS = 5;

/** The line for events after a call. It never fails: the call has run. */
export function answerLine(program: HookProgram, host: HostName): HookLine {
  const { words, client } = program;
  const bash = posixLine([...words, 'hook', host, AFTER], UNRECORDED, client);
  const own = { ...program, waitSeconds: undefined };
  return {
    command: program.isWindows ? `${hookCommand(own, host)} ${AFTER}` : bash,
    bash,
    powershell: `${powershellCommand(own, host)} ${AFTER}`,
    timeoutSeconds: hookTimeoutSeconds(own),
  };
}

const AFTER = '--after';
const UNRECORDED = 'echo "caliban could not record the answer" >&2';

/**
 * Most hosts go on when a hook fails, and stop only for exit code 2 with something on standard error. So every failure becomes that,
 * a missing program included. Plain enough for every shell a host may use.
 */
export function hookCommand(program: HookProgram, host: HostName): string {
  const { words, isWindows, client } = program;
  const hook = hookWords(program, host);
  if (isWindows) return [...words.map((word) => (/[\s\\]/.test(word) ? `"${word}"` : word)), ...hook].join(' ');
  const isByName = words.length === 1 && words[0] === NAME;
  return posixLine([...words, ...hook], `sh -c '${isByName ? `${EXPLANATION}; ` : ''}${REFUSAL}'`, client);
}

/** What follows the program. */
export function hookWords({ waitSeconds }: Pick<HookProgram, 'waitSeconds'>, host: HostName): readonly string[] {
  return ['hook', host, ...(waitSeconds === undefined ? [] : ['--wait', String(waitSeconds)])];
}

/** With `NODE_EXTRA_CA_CERTS`, node would read certificates at each start, for nothing. */
function posixLine(words: readonly string[], onFailure: string, client: string | undefined): string {
  const program = commandText(words);
  if (client !== undefined) return warmLine(program, onFailure, commandText([client]));
  // Before a program, `env` takes whatever has an equals sign for a variable.
  const start = words[0]?.includes('=') === true ? `sh -c 'exec "$0" "$@"' ${program}` : program;
  return `env -u NODE_EXTRA_CA_CERTS ${start} || ${onFailure}`;
}

/**
 * `-p`: bash reads no file and takes no function out of the environment. Without bash, or without the client, nothing has read the call
 * yet, so the hook is started instead.
 */
function warmLine(program: string, onFailure: string, client: string): string {
  const isThere = 'command -v bash >/dev/null && [ -r "$0" ]';
  const hook = 'unset NODE_EXTRA_CA_CERTS; "$@" && exit 0';
  return `bash -p ${client} ${program} || sh -c '${isThere} || { ${hook}; }; ${bareFailure(onFailure)}' ${client} ${program}`;
}

function bareFailure(onFailure: string): string {
  return onFailure === UNRECORDED ? UNRECORDED : REFUSAL;
}

const REFUSAL = 'echo "caliban did not allow the call" >&2; exit 2';
const NAME = 'caliban';

/** For people who work on a project that has the hook, on a machine without the program. */
const EXPLANATION = `command -v ${NAME} >/dev/null || echo "${[
  'This project uses caliban to decide what AI agents may do, and caliban is not installed here, so every call is refused.',
  'Install it with: npm install -g caliban',
].join(' ')}" >&2`;

export function powershellCommand(program: HookProgram, host: HostName): string {
  const quoted = program.words.map((word) => (/^[\w./:\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`));
  return ['&', ...quoted, ...hookWords(program, host)].join(' ');
}

/** Whether a command is one of ours, of any version. One that only mentions us isn't ours. */
export function isHookCommand(command: string, host: HostName): boolean {
  const [, program = '', script, written, tail] = LINE.exec(command) ?? [];
  if (written !== host) return false;
  if (tail?.includes(REFUSAL) || tail?.includes(UNRECORDED)) return true;
  const name = bare(program).split(/[/\\]/).at(-1) ?? '';
  return script === undefined ? /^caliban(\.\w+)?$/.test(name) : /^node/i.test(name) && script.includes('caliban');
}

/** A word of a line in any of its quotings. No two of the alternatives start alike, so that none is tried twice. */
const WORD = String.raw`(?:'[^']*'|"[^"]*"|\\'|\\(?!')|[^\s'"\\|&;<>])+`;

/** The bash client and what else may come before the program, the program, its flags and its script, the host, and what follows on a failure. */
const LINE = new RegExp(
  String.raw`^\s*(?:&\s+)?(?:bash\s+-p\s+${WORD}\s+)?(?:env\s+)?(?:-u\s+\w+\s+)*(?:\w+=${WORD}\s+)*(?:sh -c 'exec "\$0" "\$@"' )?` +
    String.raw`(${WORD})(?:\s+--[\w=-]+)*(?:\s+(${WORD}))?\s+hook\s+([\w-]+)(?:\s+--after|\s+--wait\s+\d+)?\s*(?:\|\|(.*))?$`,
  's',
);

function bare(word: string): string {
  return word.replaceAll(/['"]/g, '');
}

/** More than the five after which a hook refuses by itself. */
export const HOOK_TIMEOUT_SECONDS = 10;
