import { describeCall } from '../../describe/describe-call.ts';
import { redirectTargets } from '../../describe/redirect-targets.ts';
import { isLookedPast } from '../../programs/sensitive-variables.ts';
import { SHELLS } from '../../programs/shells.ts';
import { type Inner, innerCommands } from '../../programs/wrappers.ts';
import { analyseCommandLine } from '../../shell/analyse-command-line.ts';
import { afterSteps } from '../../text/path.ts';
import { belowAnchor } from '../../text/path-glob.ts';
import type { AbsolutePath } from '../../types/absolute-path.ts';
import type { Directories, Unit } from '../../types/command-line.ts';
import type { Surroundings, ToolCall } from '../../types/tool-call.ts';
import { asksOnly } from './read-only-subcommands.ts';
import { GIT_READERS, keepsTo, pathsGiven, READERS, type Reader } from './readers.ts';

/**
 * Whether a command only reads, inside the workspace. What isn't known to be harmless isn't: `sort -o`, `find -exec`, `rg --pre`
 * and `git diff --output` write or run something. Its redirections are another question.
 */
export function onlyReads({ name, words, assignments, directories }: Unit, { surroundings }: ToolCall): boolean {
  if (name === null || !assignments.every((assignment) => isLookedPast(assignment, name))) return false;
  const places = placesOf(directories, surroundings);
  const texts = words.flatMap(({ value }) => value ?? []);
  return places !== null && texts.length === words.length && commandReads(texts, places, surroundings, 0);
}

function commandReads(
  [program = '', ...args]: readonly string[],
  places: readonly AbsolutePath[],
  surroundings: Surroundings,
  depth: number,
): boolean {
  if (depth < DEEPEST && passesOn(program, args)) {
    const inner = innerCommands([program, ...args], (word) => word);
    return inner.length > 0 && inner.every((each) => innerReads(each, places, surroundings, depth + 1));
  }
  if (program === 'awk' || program === 'gawk' || program === 'mawk' || program === 'sed')
    return filterReads(program, args, places, surroundings);
  if (program === 'git') return areOfWorkspace(places, surroundings) && gitReads(args, places, surroundings);
  return readsBy(READERS.get(program), args, places, surroundings) || asksOnly(program, args);
}

/** Wrappers around wrappers, code inside code. */
const DEEPEST = 4;

/** Nothing but the command it runs matters; not with options that change where or as what it runs. */
function passesOn(program: string, args: readonly string[]): boolean {
  if (SHELLS.test(program)) return args.slice(0, -1).every((word) => SHELL_OPTION.test(word)) && args.some(isCode);
  if (!PASSES_ON.test(program)) return false;
  return args.every((word, at) => !CHANGES_THE_REST.test(word) && isHarmlessBefore(word, args.slice(at + 1)));
}

const PASSES_ON = /^(?:env|nice|nohup|time|timeout|command|builtin|stdbuf|caffeinate)$/;
const CHANGES_THE_REST = /^(?:-C|--chdir|-S|--split-string|-v|-V|-o|--output|-a|--append)/;
/** No start-up file, no other option of the shell. */
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
  surroundings: Surroundings,
  depth: number,
): boolean {
  if (inner.kind === 'words') return commandReads(inner.words, places, surroundings, depth);
  const { units, redirects, assignments, problems } = analyseCommandLine(inner.code, surroundings.shell);
  if (problems.length + redirects.length + assignments.length > 0 || inner.given.length > 0) return false;
  return units.every(
    ({ words, directories, assignments: before }) =>
      before.length === 0 &&
      directories?.every((steps) => steps.length === 0) === true &&
      words.every(({ value }) => value !== null) &&
      commandReads(
        words.map(({ value }) => value as string),
        places,
        surroundings,
        depth,
      ),
  );
}

/** `awk` and `sed` whose program neither writes, runs nor reads anything else. */
function filterReads(
  program: string,
  args: readonly string[],
  places: readonly AbsolutePath[],
  surroundings: Surroundings,
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
    (path) => !path.startsWith('-') && places.every((cwd) => isInWorkspace(path, { ...surroundings, cwd })),
  );
}

function isHarmlessAwk(code: string): boolean {
  if (/system|getline|close|ENVIRON|PROCINFO|[|@`]/.test(code)) return false;
  return !code.includes('>') || !/print/.test(code);
}

/** Addresses, and commands that print, drop or replace; nothing with the flags `w` and `e`. */
function isHarmlessSed(code: string): boolean {
  return code.split(';').every((command) => SED_COMMAND.test(command.trim()));
}

const SED_ADDRESS = String.raw`(?:\d+|\$|/(?:[^/\\]|\\.)+/)`;
const SED_COMMAND = new RegExp(
  String.raw`^(?:${SED_ADDRESS}(?:,${SED_ADDRESS})?!?)?\s*(?:[pdqGhHgxNnDPl=]|s/(?:[^/\\]|\\.)*/(?:[^/\\]|\\.)*/[gpI\d]*|y/[^/]*/[^/]*/)$`,
);

function gitReads(args: readonly string[], places: readonly AbsolutePath[], surroundings: Surroundings): boolean {
  const [subcommand = '', ...rest] = args[0] === '--no-pager' ? args.slice(1) : args;
  return readsBy(GIT_READERS.get(subcommand), rest, places, surroundings) || asksOnly('git', [subcommand, ...rest]);
}

/** A repository below the workspace may name programs in its config that git runs, so git reads only in the one of the workspace. */
function areOfWorkspace(places: readonly AbsolutePath[], { workspace, holdsRepository }: Surroundings): boolean {
  return places.every((place) => place === workspace || holdsRepository?.(place) === false);
}

function readsBy(
  reader: Reader | undefined,
  args: readonly string[],
  places: readonly AbsolutePath[],
  surroundings: Surroundings,
): boolean {
  if (reader === undefined || !keepsTo(reader, args)) return false;
  return pathsGiven(reader, args).every((path) => places.every((cwd) => isInWorkspace(path, { ...surroundings, cwd })));
}

/** Null where they cannot be known, or lie outside of the workspace. */
function placesOf(directories: Directories, surroundings: Surroundings): readonly AbsolutePath[] | null {
  const { workspace, cwd = workspace, home } = surroundings;
  if (directories === null || (home === undefined && directories.flat().some((step) => step.startsWith('~'))))
    return null;
  return directories.map((steps) => afterSteps(steps, cwd, home));
}

/** Whether what a redirection opens is only read, inside the workspace, or is nothing that matters. */
export function redirectReads(index: number, { subject, surroundings }: ToolCall): boolean {
  const redirect = subject.kind === 'command-line' ? subject.line.redirects[index] : undefined;
  const targets = redirect === undefined ? null : redirectTargets(redirect, surroundings);
  if (redirect === undefined || targets === null) return false;
  return targets.every(({ written, real }) => redirect.access === 'read' && isInside([written, real], surroundings));
}

/** Also where its links lead. `..` is refused: behind a link it leads elsewhere. */
function isInWorkspace(path: string, surroundings: Surroundings): boolean {
  if (/(?:^|\/)\.\.(?:\/|$)/.test(path) || (path.startsWith('~') && surroundings.home === undefined)) return false;
  const { subject } = describeCall({ tool: 'Read', input: { path }, surroundings });
  return subject.kind === 'path' && isInside([subject.written, subject.real], surroundings);
}

export function isInside(places: readonly AbsolutePath[], surroundings: Surroundings): boolean {
  return places.every((place) => belowAnchor('workspace', place, surroundings) !== null);
}
