import { errorText } from '@caliban/gate/internal/text/error-text';
import { fail, ok } from '@caliban/gate/internal/types/result';
import { parse, TomlError } from 'smol-toml';
import { plainToml } from './plain-toml.ts';
import { quickTomlLines } from './quick-toml-lines.ts';
import type { Syntax } from './syntax.ts';

export const TOML: Syntax = {
  parse(text) {
    const plain = plainToml(text);
    if (plain !== null) return ok(plain);
    try {
      return ok(parse(text, { unsafeKeyBehaviour: 'throw' }));
    } catch (error) {
      if (error instanceof TomlError) {
        return fail({ line: error.line, column: error.column, message: syntaxMessage(error) });
      }
      return fail({ line: 1, column: 1, message: `not valid TOML: ${errorText(error)}; correct the text` });
    }
  },
  quickLines: quickTomlLines,
  async locator(text) {
    // A slow parser with many positions, needed only by messages and by rare layouts.
    const { LONG_TEXT, longTomlLocator } = await import('./long-toml-locator.ts');
    if (text.length > LONG_TEXT) return longTomlLocator(text);
    const { tomlLocator } = await import('./toml-locator.ts');
    return tomlLocator(text);
  },
};

function syntaxMessage({ message }: TomlError): string {
  const problem = (message.split('\n', 1)[0] as string).replace(/^Invalid TOML document: /, '');
  const remedy = REMEDIES.find(([known]) => problem.includes(known))?.[1];
  return `not valid TOML: ${problem}; ${remedy ?? 'correct the text here'}`;
}

/** What the parser says, and what helps. */
const REMEDIES: readonly (readonly [string, string])[] = [
  ['already defined', 'a key or table may stand once; keep one of them'],
  ['escape', "write `\\\\` for a backslash, or the text in single quotes: 'like this'"],
  ['control characters', 'close the quote on the same line, and write control characters as \\u0000'],
  ['unfinished string', 'close the quote'],
  ['unfinished array', 'close the list with `]`'],
  ['unfinished table', 'close the table with `}`'],
  ['comma or end', 'put a comma between the values'],
  ['end-of-line', 'start a new line after each value'],
  ['end of key', 'write `key = value`'],
  ['in key', 'put a key with such characters in quotes, and close every `[` with `]`'],
  ['unsafe property', 'use another key than `__proto__` or `constructor`'],
  ['losslessly', 'write a smaller number'],
  ['invalid value', 'write text in quotes'],
];
