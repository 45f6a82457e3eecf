import { SHELLS } from '../programs/shells.ts';
import { isLooseningWord, loosens } from './loosening.ts';

/** What a simple command may write, as far as its words tell. */
export type CommandWrites =
  | { readonly kind: 'nothing' }
  /** Whatever its arguments name. */
  | { readonly kind: 'arguments' }
  /** Our rules, or whether they count, through our own program. */
  | { readonly kind: 'our-rules'; readonly what: string };

export function commandWrites(words: readonly string[]): CommandWrites {
  if (onlyReads(words)) return NOTHING;
  const named = words.flatMap((word, at) => (isOurProgram(word) ? [at] : []));
  // A model chooses how often it says our name, and each is a look at all that follows: one too many counts as ours.
  if (named.length > MOST_NAMED) return { kind: 'our-rules', what: 'caliban' };
  const own = named.find((at) => loosens(words.slice(at + 1)) && !isImage(words, at));
  if (own !== undefined) return { kind: 'our-rules', what: words.slice(own, own + 3).join(' ') };
  const variable = words.find(isLooseningWord);
  return variable === undefined ? ARGUMENTS : { kind: 'our-rules', what: variable };
}

const MOST_NAMED = 64;

const NOTHING: CommandWrites = { kind: 'nothing' };
const ARGUMENTS: CommandWrites = { kind: 'arguments' };

/** What it takes away as a whole: with a directory goes what lies below it. */
export function removedPaths(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => REMOVERS.has(baseName(word)));
  if (at === -1) return [];
  const operands = words.slice(at + 1).filter((word) => word !== '' && !word.startsWith('-'));
  return baseName(words[at] as string) === 'mv' ? operands.slice(0, -1) : operands;
}

const REMOVERS: ReadonlySet<string> = new Set(['rm', 'mv']);

/** Its operands are files it writes, also where they look like any other word. */
export function writesOperands(words: readonly string[]): boolean {
  return words.some((word) => WRITERS.has(baseName(word)));
}

const WRITERS: ReadonlySet<string> = new Set([
  ...['cp', 'dd', 'install', 'ln', 'mv', 'patch', 'rm', 'rsync', 'sed', 'shred', 'sponge', 'tee', 'touch', 'truncate'],
]);

/** What it is given in quotes reaches a shell or looks for files by itself, as far as the pieces of its words tell. */
export function expandsItsText([first = '', ...others]: readonly string[]): boolean {
  if (baseName(first) === 'eval' || others.some((piece) => EXPANDS.test(baseName(piece)))) return true;
  return [first, ...others].some((piece) => SHELLS.test(baseName(piece))) && others.some((piece) => CODE.test(piece));
}

const EXPANDS = new RegExp(
  [
    '^(?:rm|rmdir|unlink|mv|cp|ln|dd|tee|shred|truncate|rsync|chmod|chown|eval|rimraf|del-cli|trash)$',
    '(?:^|\\.)(?:[ir]?glob(?!al)|system$|popen|subprocess|child_process|exec[A-Z]|spawn(?:[A-Z]|$)|qx|Dir\\[)',
    '^-(?:delete|-write|-fix)$',
  ].join('|'),
);
const CODE = /^-\w*c/i;

function onlyReads([first = '', ...others]: readonly string[]): boolean {
  const name = baseName(first);
  const [verb = ''] = others;
  if (!READERS.has(name) && !(name === 'git' && GIT_READERS.has(verb))) return false;
  const writing = WRITING_OPTIONS[name];
  return writing === undefined || !others.some((word) => writing.test(word));
}

/** By its name, its package at some version, or one of its files. */
function isOurProgram(word: string): boolean {
  const name = baseName(word);
  return (
    (name.startsWith('caliban') && OUR_NAME.test(name)) || (word.endsWith('/main.js') && word.includes('caliban/'))
  );
}

/** `docker run --rm caliban`: what it runs has files of its own, unless it is given some. */
function isImage(words: readonly string[], at: number): boolean {
  const run = words.indexOf('run');
  if (!CONTAINERS.has(words[0] ?? '') || run !== 1) return false;
  return words.slice(run + 1, at).every((word) => /^-(?!\w*v|-volume|-mount|-privileged)/.test(word));
}

const CONTAINERS: ReadonlySet<string> = new Set(['docker', 'podman', 'nerdctl']);

const OUR_NAME = /^caliban(?:@.*|\.[cm]?js)?$/;

function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

/** They only read what they are given; `find`, `sort` and `sed` can write, so they are not here. */
const READERS: ReadonlySet<string> = new Set([
  ...['cat', 'head', 'tail', 'less', 'more', 'nl', 'tac', 'wc', 'file', 'stat', 'ls', 'cd', 'pushd', 'test', '['],
  ...['echo', 'printf', 'grep', 'egrep', 'fgrep', 'rg', 'diff', 'cmp', 'cksum', 'md5sum', 'sha1sum', 'sha256sum'],
  ...['readlink', 'realpath', 'basename', 'dirname', 'jq', 'tree', 'du', 'pwd'],
]);

const GIT_READERS: ReadonlySet<string> = new Set([
  ...['add', 'blame', 'commit', 'diff', 'grep', 'log', 'ls-files', 'show', 'status', 'check-ignore'],
]);

/** With these a reader writes after all. */
const WRITING_OPTIONS: Readonly<Record<string, RegExp>> = {
  file: /^-\w*C|^--compile/,
  git: /^--outp|^-O/,
  less: /^-\w*[oO]|^--log-file/i,
  rg: /^--pre/,
  tree: /^-\w*o/,
};
