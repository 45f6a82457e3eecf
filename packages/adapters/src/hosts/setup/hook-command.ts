import type { HostName } from '../registry.ts';
import { commandText } from '../tools/command-text.ts';
import type { HookProgram } from './host-setup.ts';

/** What a host runs for a call, for the shells that hosts use. `command` is for the system's shell. */
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

/** Longer than the hook's own limit, after which it refuses. */
export function hookTimeoutSeconds({ waitSeconds, client }: HookProgram): number {
  const more = waitSeconds === undefined ? 0 : waitSeconds + MORE_SECONDS;
  return HOOK_TIMEOUT_SECONDS + Math.max(more, client === undefined ? 0 : MORE_SECONDS);
}

/** For the server's time to answer, and for claiming an answer that arrived at the last moment. */
const MORE_SECONDS = 5;

/** The line for events after a call. It never fails, because the call has already run. */
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
 * Most hosts continue when a hook fails, and stop only for exit code 2 with text on standard error. So every failure is turned
 * into that, including a missing program. The syntax works in every shell that a host may use.
 */
export function hookCommand(program: HookProgram, host: HostName): string {
  const { words, isWindows, client } = program;
  const hook = hookWords(program, host);
  if (isWindows) return [...words.map((word) => (/[\s\\]/.test(word) ? `"${word}"` : word)), ...hook].join(' ');
  const isByName = words.length === 1 && words[0] === NAME;
  return posixLine([...words, ...hook], `sh -c '${isByName ? `${EXPLANATION}; ` : ''}${REFUSAL}'`, client);
}

/** The words after the program. */
export function hookWords({ waitSeconds }: Pick<HookProgram, 'waitSeconds'>, host: HostName): readonly string[] {
  return ['hook', host, ...(waitSeconds === undefined ? [] : ['--wait', String(waitSeconds)])];
}

/** Unsets `NODE_EXTRA_CA_CERTS`, from which Node would needlessly read certificates at each start. */
function posixLine(words: readonly string[], onFailure: string, client: string | undefined): string {
  const program = commandText(words);
  if (client !== undefined) return warmLine(program, onFailure, commandText([client]));
  // `env` treats a program with an equals sign in its name as a variable.
  const start = words[0]?.includes('=') === true ? `sh -c 'exec "$0" "$@"' ${program}` : program;
  return `env -u NODE_EXTRA_CA_CERTS ${start} || ${onFailure}`;
}

/**
 * `-p`: bash reads no startup file and imports no functions from the environment. If bash or the client is missing, nothing has
 * read the call yet, so the hook itself is started.
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

/** For people on a machine without the program who work on a project that has the hook. */
const EXPLANATION = `command -v ${NAME} >/dev/null || echo "${[
  'This project uses caliban to decide what AI agents may do, and caliban is not installed here, so every call is refused.',
  'Install it with: npm install -g caliban',
].join(' ')}" >&2`;

export function powershellCommand(program: HookProgram, host: HostName): string {
  const quoted = program.words.map((word) => (/^[\w./:\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`));
  return ['&', ...quoted, ...hookWords(program, host)].join(' ');
}

/** Whether a command is one of ours, of any version. A command that only mentions us isn't. */
export function isHookCommand(command: string, host: HostName): boolean {
  const [, program = '', script, written, tail] = LINE.exec(command) ?? [];
  if (written !== host) return false;
  if (tail?.includes(REFUSAL) || tail?.includes(UNRECORDED)) return true;
  const name = bare(program).split(/[/\\]/).at(-1) ?? '';
  return script === undefined ? /^caliban(\.\w+)?$/.test(name) : /^node/i.test(name) && script.includes('caliban');
}

/** A shell word with any quoting. The alternatives start with different characters, which avoids backtracking. */
const WORD = String.raw`(?:'[^']*'|"[^"]*"|\\'|\\(?!')|[^\s'"\\|&;<>])+`;

/**
 * The bash client and anything else that may precede the program, the program, its flags and script, the host, and the handling
 * of failures.
 */
const LINE = new RegExp(
  String.raw`^\s*(?:&\s+)?(?:bash\s+-p\s+${WORD}\s+)?(?:env\s+)?(?:-u\s+\w+\s+)*(?:\w+=${WORD}\s+)*(?:sh -c 'exec "\$0" "\$@"' )?` +
    String.raw`(${WORD})(?:\s+--[\w=-]+)*(?:\s+(${WORD}))?\s+hook\s+([\w-]+)(?:\s+--after|\s+--wait\s+\d+)?\s*(?:\|\|(.*))?$`,
  's',
);

function bare(word: string): string {
  return word.replaceAll(/['"]/g, '');
}

/** More than the five seconds after which a hook refuses. */
export const HOOK_TIMEOUT_SECONDS = 10;
