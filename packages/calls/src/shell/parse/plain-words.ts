import { MAX_LINE_LENGTH } from './limits.ts';

/**
 * Whether the text is one simple command of plain words with single blanks between: then nothing in it needs a grammar, and it
 * is its own one unit. One pass, because nearly every command is like this.
 */
export function isPlainCommand(text: string): boolean {
  return text.length <= MAX_LINE_LENGTH && PLAIN_WORDS.test(text) && !isSpecial(text);
}

/** Not by the expression: to compile so many names takes a process that has just started longer than to judge a call. */
function isSpecial(text: string): boolean {
  const lengths = LENGTHS[start(text)] as number;
  if (lengths === 0) return false;
  const end = text.indexOf(' ');
  const length = end === -1 ? text.length : end;
  if (((lengths >>> length) & 1) === 0) return false;
  const name = text.slice(0, length);
  return NEVER_PLAIN.has(name) || (EVALUATING.has(name) && /\w\[/.test(text));
}

/** Reserved words, and built-ins that put something into the variables they are given. */
const NEVER_PLAIN: ReadonlySet<string> = new Set([
  ...['if', 'then', 'elif', 'else', 'fi', 'for', 'select', 'while', 'until', 'do', 'done', 'case', 'in', 'esac'],
  ...['function', 'coproc', 'time'],
  ...['read', 'mapfile', 'readarray', 'getopts', 'printf', 'let', 'declare', 'typeset', 'local', 'integer', 'float'],
]);

/** Built-ins that evaluate what stands in the brackets of an element. */
const EVALUATING: ReadonlySet<string> = new Set([
  ...['test', '[', 'unset', 'wait', 'export', 'readonly', 'exit', 'return', 'break', 'continue', 'shift'],
]);

const BLANK = 32;

/** How long they are, as bits, by how they start: nearly every command starts like none of them. */
const LENGTHS = new Int32Array(1 << 14);
for (const name of [...NEVER_PLAIN, ...EVALUATING])
  LENGTHS[start(name)] = (LENGTHS[start(name)] as number) | (1 << name.length);

/** The first two characters, or one and a blank: plain words have none that needs more than seven bits. */
function start(text: string): number {
  return (text.charCodeAt(0) << 7) | (text.length > 1 ? text.charCodeAt(1) : BLANK);
}

/** Characters that mean nothing but themselves, wherever they stand. */
const ANYWHERE = String.raw`\w\-./:,+@%^`;
/** Globs and the like: plain text, except in the word that names the command. */
const IN_ARGUMENTS = String.raw`*?!\[\]`;
/** `~` and `~/…` at the start of a word; `~name` is somebody's home, or any directory in zsh. */
const HOME = '~(?![^/ ])';

// A word does not start with `#`, which is a comment there, nor with `=`, where zsh looks up a name; and `a=b` names no command.
const NAME = `(?:[${ANYWHERE}]|${HOME})[${ANYWHERE}#~]*`;
const ARGUMENT = `(?:[${ANYWHERE}${IN_ARGUMENTS}]|${HOME})[${ANYWHERE}${IN_ARGUMENTS}#=~]*`;

/** Words and blanks have no character in common, so that there is nothing to try twice. `[` alone is the command `test`. */
const PLAIN_WORDS = new RegExp(String.raw`^(?:${NAME}|\[)(?: ${ARGUMENT})*$`);
