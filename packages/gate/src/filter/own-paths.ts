import { type AbsolutePath, absolutePath, type CallContext } from '@caliban/calls';
import { matchesText, parseTextGlob } from '@caliban/calls/globs';
import { hasParent, openedPath, pathBelow } from '@caliban/calls/text';

export type OwnDirectory = {
  readonly path: AbsolutePath;
  /** The path that is compared, in lower case because some file systems ignore case. */
  readonly folded: AbsolutePath;
};

/** Resolved when the first path occurs that may be below one of them: most commands name none. */
export type OwnDirectories = () => readonly OwnDirectory[];

export function ownDirectories(directories: () => readonly AbsolutePath[]): OwnDirectories {
  let own: readonly OwnDirectory[] | null = null;
  return () => {
    own ??= directories().map((path) => ({ path, folded: path.toLowerCase() as AbsolutePath }));
    return own;
  };
}

export function isOwn(path: AbsolutePath, directories: OwnDirectories): boolean {
  const below = path.toLowerCase() as AbsolutePath;
  return directories().some(({ folded }) => pathBelow(below, folded) !== null);
}

export type Reach = {
  readonly base: AbsolutePath;
  readonly home: AbsolutePath | undefined;
  readonly realPath: CallContext['realPath'];
  readonly directories: OwnDirectories;
};

/** The path that a word of a command names, if it is one of ours: through symlinks, globs and the usual variables too. */
export function ownPathOf(written: string, { base, home, realPath, directories }: Reach): AbsolutePath | null {
  const word = withoutVariables(written);
  const path = absolutePath(word, { base, home });
  if (isOwn(path, directories)) return path;
  if (GLOB.test(word)) return directories().find(({ folded }) => mayExpandInto(path, folded))?.path ?? null;
  if (/[$`]/.test(word)) return OUR_TAIL.test(word) ? path : null;
  if (realPath === undefined) return null;
  const real = realPath(path);
  if (isOwn(real, directories)) return real;
  if (!hasParent(word)) return null;
  const opened = openedPath(home === undefined ? word : word.replace(/^~(?=\/|$)/, home), base, realPath);
  return isOwn(opened, directories) ? opened : null;
}

/** The word names a directory that is, or contains, one of ours. */
export function holdsOwn(written: string, { base, home, directories }: Omit<Reach, 'realPath'>): boolean {
  const path = absolutePath(withoutVariables(written), { base, home }).toLowerCase() as AbsolutePath;
  // Deleting the whole home or disk isn't about caliban's files, and a user who allows that loses more than those.
  if (path === '/' || path === home?.toLowerCase()) return false;
  if (GLOB.test(path)) return directories().some(({ folded }) => mayExpandInto(path, folded, path.split('/').length));
  return directories().some(({ folded }) => pathBelow(folded, path) !== null);
}

/** Variables that nearly every shell has set; any `~name` is treated as our home, which errs on the side of a question. */
function withoutVariables(word: string): string {
  return word.replace(/^(?:\$HOME|\$\{HOME\}|~[\w-]+)(?=\/|$)/, '~').replace(/^(?:\$PWD|\$\{PWD\}|~\+)(?=\/|$)/, '.');
}

/** The value of another variable is unknown, but the text after it may still name one of our files. */
const OUR_TAIL =
  /\/\.caliban(?:\/|$)|\/\.config\/caliban(?:\/|$)|\/caliban\/(?:permissions|permission-decisions|settings|auto-mode|trust)/i;

const BRACES = /\{[^{},]*,[^{}]*\}/;
export const GLOB: RegExp = /[*?[]|\{[^{},]*,[^{}]*\}/;

/** Segment by segment, as far as both go; braces match anything, brackets any one character. */
function mayExpandInto(
  path: AbsolutePath,
  directory: AbsolutePath,
  depth: number = directory.split('/').length,
): boolean {
  const globs = path.toLowerCase().split('/');
  const segments = directory.split('/').slice(0, depth);
  return globs.length >= segments.length && segments.every((segment, at) => mayBe(globs[at] as string, segment));
}

function mayBe(glob: string, segment: string): boolean {
  if (!GLOB.test(glob)) return glob === segment;
  // A name with a leading dot only matches a glob that contains the dot.
  if (segment.startsWith('.') && !/^\.|^\{(?:[^{}]*,)?\./.test(glob)) return false;
  const spread = glob
    .replaceAll(EVERY_BRACES, '*')
    .replace(BRACKETS, (brackets, end?: string) => (end === undefined ? brackets : '?'));
  return matchesText(parseTextGlob(spread), segment);
}

/** A first bracket is a member, and an unclosed one is literal. */
const BRACKETS = /\[[!^]?\]?(?:\[[:.=]\w{0,12}[:.=]\]|[^\]])*(\])?/g;
const EVERY_BRACES: RegExp = new RegExp(BRACES, 'g');
