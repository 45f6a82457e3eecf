import type { Word } from '../types/command-line.ts';

/** `x{a,b}`, or a variable set on two branches: each variant of a command is examined, up to this many. */
const MAX_READINGS = 16;

/** The command as it is in the line, and each variant in which the line itself fills in the unknown parts. */
export function readings(words: readonly Word[]): readonly (readonly string[])[] {
  const written = words.map(({ value, written }) => value ?? unquoted(written));
  const ways = Math.min(
    MAX_READINGS,
    Math.max(0, ...words.map(({ value, possible }) => (value === null ? possible.length : 0))),
  );
  const filled = Array.from({ length: ways }, (_, way) =>
    words.flatMap((word) => {
      const text = word.value ?? word.possible[way % Math.max(1, word.possible.length)] ?? unquoted(word.written);
      return word.value !== null || word.isQuoted ? [text] : text.split(' ').filter((part) => part !== '');
    }),
  );
  return [written, ...filled.filter((reading) => reading.join(' ') !== written.join(' '))];
}

/** Quotes removed, with expansions left as they are. */
export function unquoted(written: string): string {
  return written.replaceAll(/\\([\s\S])|\$?'([^']*)'|\$?"/g, (_, escaped = '', single = '') => escaped + single);
}
