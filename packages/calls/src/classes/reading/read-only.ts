import { describePath } from '../../describe/describe-path.ts';
import { redirectTargets } from '../../describe/redirect-targets.ts';
import { belowAnchor } from '../../globs/path-glob.ts';
import { isLookedPast } from '../../programs/sensitive-variables.ts';
import { SHELLS } from '../../programs/shells.ts';
import { type Inner, innerCommands } from '../../programs/wrappers.ts';
import { analyseCommandLine } from '../../shell/analyse-command-line.ts';
import { absolutePath, afterSteps } from '../../text/path.ts';
import type { AbsolutePath } from '../../types/absolute-path.ts';
import type { Directories, Unit, Word } from '../../types/command-line.ts';
import type { CallContext, ToolCall } from '../../types/tool-call.ts';
import { asksOnly } from './read-only-subcommands.ts';
import { GIT_READERS, keepsTo, pathsGiven, READERS, type Reader } from './readers.ts';

/**
 * Whether a command only reads, inside the workspace. Anything that isn't known to be harmless isn't: `sort -o`, `find -exec`,
 * `rg --pre` and `git diff --output` write or run something. Redirections are checked separately.
 */
export function onlyReads({ name, words, assignments, directories }: Unit, { context }: ToolCall): boolean {
  if (name === null || !assignments.every((assignment) => isLookedPast(assignment, name))) return false;
  const places = placesOf(directories, context);
  const texts = words.flatMap((word) => word.value ?? withNumbers(word) ?? []);
  return places !== null && texts.length === words.length && commandReads(texts, places, context, 0);
}

/** `"exit $?"`: exit codes, counts and process ids are digits in any case. Null if anything else is unknown. */
function withNumbers({ written }: Word): string | null {
  const filled = written.replaceAll(/\$[?#!$]/g, '0');
  return (/^"([^"\\$`]*)"$/.exec(filled) ?? /^([\w.:=,+/-]*)$/.exec(filled))?.[1] ?? null;
}

function commandReads(
  [program = '', ...args]: readonly string[],
  places: readonly AbsolutePath[],
  context: CallContext,
  depth: number,
): boolean {
  if (depth < MAX_DEPTH && passesOn(program, args)) {
    const words = [program, ...args];
    const inner = innerCommands(words, words);
    return inner.length > 0 && inner.every((each) => innerReads(each, places, context, depth + 1));
  }
  if (program === 'awk' || program === 'gawk' || program === 'mawk' || program === 'sed')
    return filterReads(program, args, places, context);
  if (program === 'git') return gitReads(args, places, context);
  return readsBy(READERS.get(program), args, places, context) || asksOnly(program, args);
}

/** Wrappers around wrappers, code inside code. */
const MAX_DEPTH = 4;

/** Only the command it runs matters; not with options that change where or as whom it runs. */
function passesOn(program: string, args: readonly string[]): boolean {
  if (SHELLS.test(program)) return args.slice(0, -1).every((word) => SHELL_OPTION.test(word)) && args.some(isCode);
  if (!PASSES_ON.test(program)) return false;
  return args.every((word, at) => !CHANGES_THE_REST.test(word) && isHarmlessBefore(word, args.slice(at + 1)));
}

const PASSES_ON = /^(?:env|nice|nohup|time|timeout|command|builtin|stdbuf|caffeinate)$/;
const CHANGES_THE_REST = /^(?:-C|--chdir|-S|--split-string|-v|-V|-o|--output|-a|--append)/;
/** No start-up file, and no other shell option. */
const SHELL_OPTION = /^(?:-[ceiluxo]+|pipefail)$/;

function isCode(word: string): boolean {
  return /^-[a-z]*c[a-z]*$/.test(word);
}

/** `env PATH=x ls` runs another `ls`. */
function isHarmlessBefore(word: string, rest: readonly string[]): boolean {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
  if (name === undefined || value === undefined) return true;
  const program = rest.find((each) => !each.startsWith('-') && !each.includes('='));
  return isLookedPast({ name, text: word, value }, program ?? null);
}

function innerReads(
  inner: Inner<string>,
  places: readonly AbsolutePath[],
  context: CallContext,
  depth: number,
): boolean {
  if (inner.kind === 'words') return commandReads(inner.words, places, context, depth);
  const { units, redirects, assignments, problems } = analyseCommandLine(inner.code, context.shell);
  if (problems.length + redirects.length + assignments.length > 0 || inner.given.length > 0) return false;
  return units.every(
    ({ words, directories, assignments: before }) =>
      before.length === 0 &&
      directories?.every((steps) => steps.length === 0) === true &&
      words.every(({ value }) => value !== null) &&
      commandReads(
        words.map(({ value }) => value as string),
        places,
        context,
        depth,
      ),
  );
}

/** `awk` and `sed` whose program doesn't write, run or read anything else. */
function filterReads(
  program: string,
  args: readonly string[],
  places: readonly AbsolutePath[],
  context: CallContext,
): boolean {
  const isSed = program === 'sed';
  let at = 0;
  while (at < args.length && (args[at] as string).startsWith('-')) {
    const word = args[at] as string;
    if (!(isSed ? /^-[nEr]+$/ : /^-F/).test(word)) return false;
    at += word === '-F' ? 2 : 1;
  }
  const [code, ...files] = args.slice(at);
  if (code === undefined || !(isSed ? isHarmlessSed(code) : isHarmlessAwk(code))) return false;
  return files.every(
    (path) => !path.startsWith('-') && places.every((cwd) => isInWorkspace(path, { ...context, cwd })),
  );
}

function isHarmlessAwk(code: string): boolean {
  if (/system|getline|close|ENVIRON|PROCINFO|[|@`]/.test(code)) return false;
  return !code.includes('>') || !/print/.test(code);
}

/** Addresses, and commands that print, delete or replace; nothing with the flags `w` and `e`. */
function isHarmlessSed(code: string): boolean {
  return code.split(';').every((command) => SED_COMMAND.test(command.trim()));
}

const SED_ADDRESS = String.raw`(?:\d+|\$|/(?:[^/\\]|\\.)+/)`;
const SED_COMMAND = new RegExp(
  String.raw`^(?:${SED_ADDRESS}(?:,${SED_ADDRESS})?!?)?\s*(?:[pdqGhHgxNnDPl=]|s/(?:[^/\\]|\\.)*/(?:[^/\\]|\\.)*/[gpI\d]*|y/[^/]*/[^/]*/)$`,
);

function gitReads(args: readonly string[], places: readonly AbsolutePath[], context: CallContext): boolean {
  if (!areOfWorkspace(places, context)) return false;
  const [first, directory = ''] = args;
  if (first === '-C') {
    if (!/^[\w./]/.test(directory) || /(?:^|\/)\.\.(?:\/|$)/.test(directory)) return false;
    const there = places.map((place) => absolutePath(directory, { base: place }));
    return gitReads(args.slice(2), there, context);
  }
  const [subcommand = '', ...rest] = args[0] === '--no-pager' ? args.slice(1) : args;
  return readsBy(GIT_READERS.get(subcommand), rest, places, context) || asksOnly('git', [subcommand, ...rest]);
}

/**
 * A repository below the workspace may name programs in its config that git runs, so only the workspace's own repository is
 * accepted.
 */
function areOfWorkspace(places: readonly AbsolutePath[], { workspace, holdsRepository }: CallContext): boolean {
  return places.every((place) => place === workspace || holdsRepository?.(place) === false);
}

function readsBy(
  reader: Reader | undefined,
  args: readonly string[],
  places: readonly AbsolutePath[],
  context: CallContext,
): boolean {
  if (reader === undefined || !keepsTo(reader, args)) return false;
  return pathsGiven(reader, args).every((path) => places.every((cwd) => isInWorkspace(path, { ...context, cwd })));
}

/** Null if they aren't known, or are outside of the workspace. */
function placesOf(directories: Directories, context: CallContext): readonly AbsolutePath[] | null {
  const { workspace, cwd = workspace, home } = context;
  if (directories === null || (home === undefined && directories.flat().some((step) => step.startsWith('~'))))
    return null;
  return directories.map((steps) => afterSteps(steps, cwd, home));
}

/** Whether the file that a redirection opens is only read, inside the workspace, or is irrelevant. */
export function redirectReads(index: number, { subject, context }: ToolCall): boolean {
  const redirect = subject.kind === 'command-line' ? subject.line.redirects[index] : undefined;
  const targets = redirect === undefined ? null : redirectTargets(redirect, context);
  if (redirect === undefined || targets === null) return false;
  return targets.every(({ written, real }) => redirect.access === 'read' && isInside([written, real], context));
}

/** Checks the targets of symlinks too. `..` is refused: after a symlink it leads elsewhere. */
function isInWorkspace(path: string, context: CallContext): boolean {
  if (/(?:^|\/)\.\.(?:\/|$)/.test(path) || (path.startsWith('~') && context.home === undefined)) return false;
  const { written, real } = describePath(path, context);
  return path !== '' && isInside([written, real], context);
}

export function isInside(places: readonly AbsolutePath[], context: CallContext): boolean {
  return places.every((place) => belowAnchor('workspace', place, context) !== null);
}
