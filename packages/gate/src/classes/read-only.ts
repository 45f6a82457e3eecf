import { describeCall } from '../describe/describe-call.ts';
import { redirectTargets } from '../describe/redirect-targets.ts';
import { isLookedPast } from '../programs/sensitive-variables.ts';
import { afterSteps } from '../text/path.ts';
import { belowAnchor } from '../text/path-glob.ts';
import type { AbsolutePath } from '../types/absolute-path.ts';
import type { Directories, Unit } from '../types/command-line.ts';
import type { Surroundings, ToolCall } from '../types/tool-call.ts';
import { asksOnly } from './read-only-subcommands.ts';
import { GIT_READERS, keepsTo, pathsGiven, READERS, type Reader } from './readers.ts';

/**
 * Whether a command only reads, inside the workspace. What isn't known to be harmless isn't: `sort -o`, `find -exec`, `rg --pre`
 * and `git diff --output` write or run something. Its redirections are another question.
 */
export function onlyReads({ name, words, assignments, directories }: Unit, { surroundings }: ToolCall): boolean {
  if (name === null || !assignments.every((assignment) => isLookedPast(assignment, name))) return false;
  const [program, ...args] = words.map(({ value }) => value);
  if (program === null || program === undefined || !args.every((word) => word !== null)) return false;
  const places = placesOf(directories, surroundings);
  if (places === null) return false;
  if (program === 'git') return areOfWorkspace(places, surroundings) && gitReads(args, places, surroundings);
  return readsBy(READERS.get(program), args, places, surroundings) || asksOnly(program, args);
}

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
