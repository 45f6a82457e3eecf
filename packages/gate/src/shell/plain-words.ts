import { LONGEST_LINE } from './limits.ts';

/**
 * Whether the text is one simple command of plain words with single blanks between: then nothing in it needs a grammar, and it
 * is its own one unit. One pass, because nearly every command is like this.
 */
export function isPlainCommand(text: string): boolean {
  return text.length <= LONGEST_LINE && PLAIN_COMMAND.test(text);
}

/** Reserved words, and built-ins that put something into the variables they are given. */
const NEVER_PLAIN: readonly string[] = [
  ...['if', 'then', 'elif', 'else', 'fi', 'for', 'select', 'while', 'until', 'do', 'done', 'case', 'in', 'esac'],
  ...['function', 'coproc', 'time'],
  ...['read', 'mapfile', 'readarray', 'getopts', 'printf', 'let', 'declare', 'typeset', 'local', 'integer', 'float'],
];

/** Built-ins that evaluate what stands in the brackets of an element. */
const EVALUATING: readonly string[] = [
  ...['test', '\\[', 'unset', 'wait', 'export', 'readonly', 'exit', 'return', 'break', 'continue', 'shift'],
];

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
const PLAIN_COMMAND = new RegExp(
  String.raw`^(?!(?:${NEVER_PLAIN.join('|')})(?: |$)|(?:${EVALUATING.join('|')}) .*\w\[)(?:\[|${NAME})(?: ${ARGUMENT})*$`,
);
