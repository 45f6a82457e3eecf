import { textsOfInput, withoutFileScheme } from '@caliban/calls/describe';
import { ownPathOf, type Reach } from './own-paths.ts';

/** One of our files that the input of an unknown tool names; null if there is none. */
export function ownFileOfInput(input: unknown, reach: Reach): string | null {
  for (const { text } of textsOfInput(input, MAX_VALUES).texts) {
    const own = LIKE_A_PATH.test(text) ? ownPathOf(withoutFileScheme(text), reach) : null;
    if (own !== null) return own;
  }
  return null;
}

/** A longer text is content, not a path. */
const MAX_VALUES = 256;

/** One line, not too long, with something in it that makes it more than a word. */
const LIKE_A_PATH = /^(?=.*\/|\.c)[^\n\r]{1,4096}$/i;
