import { MAX_LINE_LENGTH } from './limits.ts';

/**
 * Whether the text is one simple command of plain words separated by single blanks: then it needs no grammar, and is its own
 * single unit. One pass, because nearly every command is like this.
 */
export function isPlainCommand(text: string): boolean {
  return text.length <= MAX_LINE_LENGTH && PLAIN_WORDS.test(text) && !isSpecial(text);
}

/** Not by the regex: compiling so many names takes a new process longer than judging a call. */
function isSpecial(text: string): boolean {
  const lengths = LENGTHS[start(text)] as number;
  if (lengths === 0) return false;
  const end = text.indexOf(' ');
  const length = end === -1 ? text.length : end;
  if (((lengths >>> length) & 1) === 0) return false;
  const name = text.slice(0, length);
  return NEVER_PLAIN.has(name) || (EVALUATING.has(name) && /\w\[/.test(text));
}

/** Reserved words, and built-ins that assign to the variables they name. */
const NEVER_PLAIN: ReadonlySet<string> = new Set([
  ...['if', 'then', 'elif', 'else', 'fi', 'for', 'select', 'while', 'until', 'do', 'done', 'case', 'in', 'esac'],
  ...['function', 'coproc', 'time'],
  ...['read', 'mapfile', 'readarray', 'getopts', 'printf', 'let', 'declare', 'typeset', 'local', 'integer', 'float'],
]);

/** Built-ins that evaluate subscripts. */
const EVALUATING: ReadonlySet<string> = new Set([
  ...['test', '[', 'unset', 'wait', 'export', 'readonly', 'exit', 'return', 'break', 'continue', 'shift'],
]);

const BLANK = 32;

/** Their lengths as bits, by their first characters: nearly every command starts like none of them. */
const LENGTHS = new Int32Array(1 << 14);
for (const name of [...NEVER_PLAIN, ...EVALUATING])
  LENGTHS[start(name)] = (LENGTHS[start(name)] as number) | (1 << name.length);

/** The first two characters, or one and a blank: in plain words none needs more than seven bits. */
function start(text: string): number {
  return (text.charCodeAt(0) << 7) | (text.length > 1 ? text.charCodeAt(1) : BLANK);
}

/** Characters that are literal in any position. */
const ANYWHERE = String.raw`\w\-./:,+@%^`;
/** Globs and the like: plain text, except in the word that names the command. */
const IN_ARGUMENTS = String.raw`*?!\[\]`;
/** `~` and `~/…` at the start of a word; `~name` is another user's home, or any directory in zsh. */
const HOME = '~(?![^/ ])';

// A word doesn't start with `#`, which starts a comment, or with `=`, where zsh looks up a name; and `a=b` isn't a command's
// name.
const NAME = `(?:[${ANYWHERE}]|${HOME})[${ANYWHERE}#~]*`;
const ARGUMENT = `(?:[${ANYWHERE}${IN_ARGUMENTS}]|${HOME})[${ANYWHERE}${IN_ARGUMENTS}#=~]*`;

/** Words and blanks have no character in common, which avoids backtracking. `[` alone is the command `test`. */
const PLAIN_WORDS = new RegExp(String.raw`^(?:${NAME}|\[)(?: ${ARGUMENT})*$`);
