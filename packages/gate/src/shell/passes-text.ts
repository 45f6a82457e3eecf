import type { Word } from './parse-command-line.ts';
import { inertText, isLiteral } from './read-word.ts';

/** Whether quoted text may reach a variable through this built-in. `depth`: how many substitutions stand around it. */
export function passesText(name: string, words: readonly Word[], depth: number): boolean {
  if (READERS.has(name) || fillsVariables(name, words)) return true;
  return name === 'printf' && words.some((word) => (depth > 0 ? CAPTURED_PIECE : PIECE).test(textOf(word)));
}

/** Whether its own operands end up in variables. `NAME=value` is looked at where it stands, and does not count. */
export function fillsVariables(name: string, words: readonly Word[]): boolean {
  if (name === 'set') return !ONLY_OPTIONS.test(words.map(({ text }) => text).join(' '));
  if (name === 'printf') return mayNameVariable(words);
  return DECLARING_BUILTINS.has(name) && !words.every(isPlain);
}

/** Whether text may reach any variable through this command; `NAME=value` and `for` are looked at where they stand. */
export function mayFillAny(name: string | null, words: readonly Word[]): boolean {
  if (name === null || READERS.has(name) || FILLERS.has(name) || fillsVariables(name, words)) return true;
  if (name === 'command' || name === 'builtin') return !/^-[vV]$/.test(words[0]?.text ?? '');
  return DECLARING_BUILTINS.has(name) && words.some(({ value }) => value.includes('='));
}

/** They make others of what follows them, or set variables in ways of their own. */
const FILLERS: ReadonlySet<string> = new Set([
  ...['alias', 'trap', 'bind', 'enable', 'fc', 'complete', 'compgen'],
  ...['-', 'noglob', 'nocorrect', 'zmodload', 'zstat', 'strftime', 'sysread', 'zpty', 'ztie', 'getln', 'zregexparse'],
]);

/** What stands in the word itself, quotes removed. */
export function textOf({ value, parts }: Word): string {
  return parts === undefined ? value : inertText(parts);
}

export const DECLARING_BUILTINS: ReadonlySet<string> = new Set([
  ...['declare', 'typeset', 'local', 'export', 'readonly', 'integer', 'float'],
]);

const READERS: ReadonlySet<string> = new Set([
  ...['read', 'mapfile', 'readarray', 'getopts', 'vared', 'zparseopts', 'eval', 'source', '.', 'print'],
]);

/**
 * Options that mean nothing worse in any shell: `-k` makes assignments of arguments, in zsh `-A` fills an array. Whatever else stands
 * there is an argument.
 */
const ONLY_OPTIONS =
  /^(?:[-+][aefuvxCE]*(?:[aefuvxCE]|o (?:allexport|errexit|errtrace|functrace|noclobber|noglob|nounset|pipefail|verbose|xtrace))(?: |$))+$/;

/** `printf` may put a substitution together out of several texts and escapes, for a pipe or a file to hand on. */
const PIECE = /[$`]|\\(?:[xuU]|[0-7]{2})/;

/** Inside a substitution what it prints may be a part of what others print there. */
const CAPTURED_PIECE = /[$`[]|\\(?:[xuU]|[0-7]{2})/;

/** `printf -v x`, `printf -vx`, and a first word that may turn out to be such an option. */
function mayNameVariable([first]: readonly Word[]): boolean {
  if (first === undefined || first.text === '--') return false;
  return isLiteral(first) ? first.value.startsWith('-') : !/^"?(?:[\w%]|\\n)/.test(first.text);
}

/** Known, and without anything a shell might make more of. */
function isPlain(word: Word): boolean {
  return isLiteral(word) && !/[$`\\]/.test(word.value);
}
