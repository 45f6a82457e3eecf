import { Lexer, type MarkedOptions, type Token } from 'marked';

/** The blocks of a text; null if it is better shown as it is: too long, or made to slow down the parser. */
export function blocksOf(text: string): readonly Token[] | null {
  if (!isWithinLimits(text)) return null;
  try {
    return Lexer.lex(text, OPTIONS);
  } catch {
    // The parser recurses; deeply nested text overflows the stack.
    return null;
  }
}

const OPTIONS: MarkedOptions = { gfm: true };

/** The largest text that the parser gets at once. */
export const MAX_MARKDOWN_LENGTH = 20_000;

/** The parser takes quadratic time for long rows of emphasis marks, cells and letters, and recurses on nested quotes and lists. */
function isWithinLimits(text: string): boolean {
  if (text.length > MAX_MARKDOWN_LENGTH || LONG_WORD.test(text) || DEEPLY_NESTED.test(text)) return false;
  return countOf(text, EMPHASIS) <= MAX_EMPHASIS && text.split('\n').every((line) => countOf(line, CELL) <= MAX_CELLS);
}

const LONG_WORD = /\S{4000}/;
const DEEPLY_NESTED = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){12}/m;
const EMPHASIS = /[*_~[]/g;
const MAX_EMPHASIS = 1500;
const CELL = /\|/g;
const MAX_CELLS = 60;

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
