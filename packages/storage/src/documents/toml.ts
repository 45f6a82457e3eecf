import type { Result } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import { parse, TomlError } from 'smol-toml';
import type { Parsed, SyntaxProblem } from './parsed-text.ts';
import { tomlLocator } from './toml-places.ts';
import { readTomlTree } from './toml-tree.ts';

/**
 * One pass finds the parts of the text and parses the usual notations. For anything unusual, smol-toml decides what the text
 * means and what is wrong with it.
 */
export function parseToml(text: string): Result<Parsed, SyntaxProblem> {
  const reading = attempt(() => readTomlTree(text));
  const locator = () => (reading === null ? () => 0 : tomlLocator(text, reading.tree));
  if (reading !== null && reading.table !== null) return ok({ table: reading.table, locator });
  try {
    return ok({ table: parse(text, { unsafeKeyBehaviour: 'throw' }), locator });
  } catch (error) {
    if (error instanceof TomlError) {
      return fail({ line: error.line, column: error.column, message: syntaxMessage(error) });
    }
    return fail({ line: 1, column: 1, message: `not valid TOML: ${errorText(error)}; correct the text` });
  }
}

function attempt<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function syntaxMessage({ message }: TomlError): string {
  const problem = (message.split('\n', 1)[0] as string).replace(/^Invalid TOML document: /, '');
  const remedy = REMEDIES.find(([known]) => problem.includes(known))?.[1];
  return `not valid TOML: ${problem}; ${remedy ?? 'correct the text here'}`;
}

/** The parser's message, and what to do about it. */
const REMEDIES: readonly (readonly [string, string])[] = [
  ['already defined', 'a key or table may occur once; keep one of them'],
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
