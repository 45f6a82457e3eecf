import type { AbsolutePath, CallContext } from '@caliban/calls';
import { interpreterNamed, type RunCommand } from '@caliban/calls/classes';
import { innerCommands, neverWrites, pathOperands, readsOnly, SHELLS } from '@caliban/calls/programs';
import { isLooseningWord, loosens } from './loosening.ts';
import { GLOB, holdsOwn, isOwn, type OwnDirectories, ownPathOf, type Reach } from './own-paths.ts';

/**
 * A model chooses how many paths a call names, and from how many directories they are resolved: beyond the limit a path is
 * treated as ours.
 */
export type OwnFileWork = { pathsLeft: number };

export function newOwnFileWork(): OwnFileWork {
  return { pathsLeft: 50_000 };
}

/** Whether a command line with these programs may write one of our files, as far as its text shows. */
export function mayWriteOwn(source: string, programs: readonly (string | null)[]): boolean {
  if (OUR_NAME_ANYWHERE.test(source)) return true;
  return programs.some((name) => name === null || (!neverWrites(name) && (writesOperands(name) || SIGNS.test(source))));
}

const OUR_NAME_ANYWHERE = /calib/i;
/** Characters of paths that aren't bare words, and of shell expansions. */
const SIGNS = /[/.*?[{~$`]/;

/** One of our files that a command may write, or its effect on our rules; null if there is none. */
export function ownFileOfCommand(
  command: RunCommand,
  { home, realPath }: CallContext,
  directories: OwnDirectories,
  work: OwnFileWork,
): string | null {
  const { program, args, places } = command;
  const words = [program, ...args];
  if (readsOnly(words)) return null;
  const loosening = changesOurRules(words);
  if (loosening !== null) return loosening;
  const inside = places.slice(1).find((place) => isOwn(place, directories));
  if (inside !== undefined) return inside;

  const { paths, removed } = writtenPaths(command);
  for (const base of places) {
    work.pathsLeft -= paths.length + removed.length;
    if (work.pathsLeft < 0) return directories()[0]?.path ?? null;
    const reach: Reach = { base, home, realPath, directories };
    const found = firstOwn(paths, reach) ?? removed.find((path) => holdsOwn(path, reach));
    if (found !== undefined) return found;
  }
  return null;
}

/** Through our own program, or through a variable that it reads. */
function changesOurRules(words: readonly string[]): string | null {
  const named = words.flatMap((word, at) => (isOurProgram(word) ? [at] : []));
  // A model chooses how often it names our program, and each one means a pass over the rest: beyond the limit it is treated as a
  // change.
  if (named.length > MAX_NAMED) return 'caliban';
  const own = named.find((at) => loosens(words.slice(at + 1)) && !isImage(words, at));
  if (own !== undefined) return words.slice(own, own + 3).join(' ');
  const hook = words.find(isOurHook);
  if (hook !== undefined) return hook;
  return [...words, ...assignmentsInCode(words)].find(isLooseningWord) ?? null;
}

const MAX_NAMED = 64;

/** By its name, its package at some version, or one of its files. */
function isOurProgram(word: string): boolean {
  const name = word.slice(word.lastIndexOf('/') + 1);
  return (
    (name.startsWith('caliban') && OUR_NAME.test(name)) || (word.endsWith('/main.js') && word.includes('caliban/'))
  );
}

/** The file that `caliban hook` runs. */
function isOurHook(word: string): boolean {
  return word.endsWith('/hook.cjs') && word.includes('caliban');
}

const OUR_NAME = /^caliban(?:@.*|\.[cm]?js)?$/;

/** `docker run --rm caliban`: the container has its own files, unless it gets some of ours. */
function isImage(words: readonly string[], at: number): boolean {
  const run = words.indexOf('run');
  if (!CONTAINERS.has(words[0] ?? '') || run !== 1) return false;
  return words.slice(run + 1, at).every((word) => /^-(?!\w*v|-volume|-mount|-privileged)/.test(word));
}

const CONTAINERS: ReadonlySet<string> = new Set(['docker', 'podman', 'nerdctl']);

/** `bash -c 'CALIBAN_AUTO_ALLOW=1 caliban'`: assignments before a command aren't its arguments. */
function assignmentsInCode(words: readonly string[]): readonly string[] {
  if (!words.some((word) => word.includes('CALIBAN_'))) return [];
  return innerCommands(words, words).flatMap((inner) => (inner.kind === 'code' ? inner.code.split(/[\s;&|()]+/) : []));
}

type WrittenPaths = {
  readonly paths: readonly string[];
  /** Removed as a whole: a directory includes everything below it. */
  readonly removed: readonly string[];
};

function writtenPaths(command: RunCommand): WrittenPaths {
  const { program, args, expanded } = command;
  const words = [program, ...args];
  const paths = new Set<string>();
  const removed: string[] = [];
  for (const { access, word, before, end } of pathOperands(words)) {
    const whole = words[word] as string;
    const path = whole.slice(before, end);
    if (path === '' || (access === 'read' && !LINKS.has(program))) continue;
    if (access !== 'unknown') paths.add(path);
    else if (isPath(path, { isExpanded: expanded.has(whole), before: words[word - 1] as string })) paths.add(path);
    if (access === 'write' && REMOVERS.has(program) && !isTarget(program, word, words)) removed.push(path);
  }
  for (const piece of piecesOfCode(program, args)) paths.add(piece);
  return { paths: [...paths].filter((path) => !GLOB.test(path) || mayBeExpanded(path, command)), removed };
}

/** A link to one of our files is a way to write it later, and which operand is the target depends on existing files. */
const LINKS: ReadonlySet<string> = new Set(['ln', 'link', 'cp', 'mv', 'install', 'rsync', 'gcp', 'gmv', 'gln']);
const REMOVERS: ReadonlySet<string> = new Set(['rm', 'mv']);

function isTarget(program: string, word: number, words: readonly string[]): boolean {
  return program === 'mv' && word === words.length - 1;
}

/** For an unknown program. Wildcards are a path where a shell sees them; in quotes they may as well be a pattern for a text. */
function isPath(
  path: string,
  { isExpanded, before }: { readonly isExpanded: boolean; readonly before: string },
): boolean {
  if (!GLOB.test(path)) return LIKE_A_PATH.test(path);
  return isExpanded || OUR_LETTERS.test(path) || (path.includes('/') && !/\s/.test(path) && !before.startsWith('-'));
}

const LIKE_A_PATH = /\/|^\.c/i;
/** From the first slash on, or a word of many slashes would backtrack quadratically. */
const OUR_LETTERS = /(?:^|\/)\.c|^[^/]*\/.*calib/i;

/** A known program treats a quoted `'.*'` as a name, or as no file at all. */
function mayBeExpanded(path: string, { program, args, expanded }: RunCommand): boolean {
  if (OUR_LETTERS.test(path) || path.includes('/')) return true;
  return [...expanded].some((word) => word.endsWith(path)) || expandsItsText([program, ...args]);
}

/** In the code of an interpreter, and in text that a program expands itself, every piece may be a path. */
function piecesOfCode(program: string, args: readonly string[]): readonly string[] {
  const expands = expandsItsText([program, ...args]);
  if (!expands && interpreterNamed(program) === undefined) return [];
  return args
    .flatMap((word) => (word.startsWith('-') && !PUNCTUATION.test(word) ? [] : [word, ...word.split(PUNCTUATION)]))
    .filter((piece) => (GLOB.test(piece) ? expands || OUR_LETTERS.test(piece) : LIKE_A_PATH.test(piece)));
}

const PUNCTUATION = /[\s"'`()=,;:<>|&]+/;

/** It finds files itself: its quoted arguments may be patterns for them. */
function expandsItsText([program = '', ...args]: readonly string[]): boolean {
  const pieces = args
    .flatMap((word) => word.split(PUNCTUATION))
    .map((piece) => piece.slice(piece.lastIndexOf('/') + 1));
  if (program === 'eval' || pieces.some((piece) => EXPANDS.test(piece))) return true;
  return (
    (SHELLS.test(program) || pieces.some((piece) => SHELLS.test(piece))) && pieces.some((piece) => CODE.test(piece))
  );
}

const EXPANDS = new RegExp(
  [
    '^(?:rm|rmdir|unlink|mv|cp|ln|dd|tee|shred|truncate|rsync|chmod|chown|eval|rimraf|del-cli|trash)$',
    '(?:^|\\.)(?:[ir]?glob(?!al)|system$|popen|subprocess|child_process|exec[A-Z]|spawn(?:[A-Z]|$)|qx|Dir\\[)',
    '^-(?:delete|-write|-fix|-glob)$',
  ].join('|'),
);
const CODE = /^-\w*c/i;

/** It writes its operands, even if they look like ordinary words. */
function writesOperands(program: string): boolean {
  return pathOperands([program, 'x', 'y']).some(({ access }) => access === 'write');
}

function firstOwn(paths: readonly string[], reach: Reach): AbsolutePath | undefined {
  for (const path of paths) {
    const own = ownPathOf(path, reach);
    if (own !== null) return own;
  }
  return undefined;
}
