import { LONGEST_LINE } from './limits.ts';

/**
 * Whether the text is one simple command of plain words with single blanks between: then nothing in it needs a grammar, and it
 * is its own one unit. One pass, because nearly every command is like this.
 */
export function isPlainCommand(text: string): boolean {
  const { length } = text;
  if (length > LONGEST_LINE) return false;
  let wordStart = 0;
  let firstWordEnd = -1;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    switch (code < 128 ? KINDS[code] : NEVER) {
      case ANYWHERE:
        continue;
      case BLANK:
        if (at === wordStart) return false;
        if (firstWordEnd === -1) firstWordEnd = at;
        wordStart = at + 1;
        continue;
      case ARGUMENT:
        if (firstWordEnd === -1 && !(code === OPEN_BRACKET && isLoneBracket(text, at))) return false;
        continue;
      case WITHIN:
        if (at === wordStart || (code === EQUALS && firstWordEnd === -1)) return false;
        continue;
      case TILDE:
        if (at === wordStart && !isHome(text, at)) return false;
        continue;
      default:
        return false;
    }
  }
  if (wordStart === length) return false;
  return !NEVER_PLAIN.has(firstWordEnd === -1 ? text : text.slice(0, firstWordEnd));
}

const NEVER = 0;
const ANYWHERE = 1;
const BLANK = 2;
/** Globs and the like: plain text, except in the word that names the command. */
const ARGUMENT = 3;
/** Not at the start of a word, where `#` is a comment and zsh looks up `=name`. */
const WITHIN = 4;
const TILDE = 5;

const KINDS: Uint8Array = kinds([
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:,+@%^', ANYWHERE],
  [' ', BLANK],
  ['*?![]', ARGUMENT],
  ['#=', WITHIN],
  ['~', TILDE],
]);

const OPEN_BRACKET = 91;
const EQUALS = 61;
const SLASH = 47;
const SPACE = 32;

/** Reserved words, and built-ins that put something into the variables they are given. */
const NEVER_PLAIN: ReadonlySet<string> = new Set([
  ...['if', 'then', 'elif', 'else', 'fi', 'for', 'select', 'while', 'until', 'do', 'done', 'case', 'in', 'esac'],
  ...['function', 'coproc', 'time'],
  ...['read', 'mapfile', 'readarray', 'getopts', 'printf'],
]);

function kinds(table: readonly (readonly [string, number])[]): Uint8Array {
  const kindOf = new Uint8Array(128);
  for (const [characters, kind] of table) for (const character of characters) kindOf[character.charCodeAt(0)] = kind;
  return kindOf;
}

/** `[` as the whole name is the command `test`. */
function isLoneBracket(text: string, at: number): boolean {
  return at === 0 && (text.length === 1 || text.charCodeAt(1) === SPACE);
}

/** `~` and `~/…`; `~name` is somebody's home, or any directory in zsh. */
function isHome(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return Number.isNaN(next) || next === SLASH || next === SPACE;
}
