import { ownPathOf, type Reach } from './own-paths.ts';

/** One of our files that the input of a tool we know nothing about names; null when none is seen. */
export function ownFileOfInput(input: unknown, reach: Reach): string | null {
  const waiting: unknown[] = [input];
  for (let looked = 0; looked < waiting.length && looked < MOST_VALUES; looked++) {
    const value = waiting[looked];
    if (typeof value === 'string') {
      const own = LIKE_A_PATH.test(value) ? ownPathOf(value.replace(/^file:\/\//, ''), reach) : null;
      if (own !== null) return own;
    } else if (typeof value === 'object' && value !== null) {
      waiting.push(...Object.values(value).slice(0, MOST_VALUES));
    }
  }
  return null;
}

/** What lies beyond is content, not an address. */
const MOST_VALUES = 256;

/** One line, not too long, and with something in it that makes it more than a word. */
const LIKE_A_PATH = /^(?=.*\/|\.c)[^\n\r]{1,4096}$/i;
