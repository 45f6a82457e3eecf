import { echoedTexts, formattedText } from './printed-text.ts';
import { programName } from './program-name.ts';

/**
 * The files that `find` passes to the command after `-exec`, as far as its words show: `find . -name .env` gives `./.env`; a name
 * that is searched for at any depth is assumed to be in the directory itself.
 */
export function foundFiles(words: readonly string[]): readonly string[] {
  const starts: string[] = [];
  let at = 1;
  for (; at < words.length && /^-[HLP]$/.test(words[at] as string); at++);
  for (; at < words.length && !/^[-(!]/.test(words[at] as string); at++) starts.push(words[at] as string);
  const names = words.slice(at).flatMap((word, index, rest) => (NAMED.test(word) ? (rest[index + 1] ?? []) : []));
  const from = starts.length === 0 ? ['.'] : starts.slice(0, MAX_HANDED);
  if (names.length === 0) return from;
  return from.flatMap((start) => names.slice(0, MAX_HANDED).map((name) => `${start.replace(/\/$/, '')}/${name}`));
}

/** The files that a command names to the one it is piped into: `ls .env | xargs cat`. */
export function printedFiles(words: readonly string[]): readonly string[] {
  const name = programName(words[0] ?? '');
  if (name === 'find' || name === 'gfind') return foundFiles(words);
  if (name === 'echo') return namesIn(echoedTexts(words.slice(1))[0] ?? '');
  if (name === 'printf') return namesIn(formattedText(words.slice(1)) ?? '');
  if (name === 'ls') return words.slice(1).filter((word) => !word.startsWith('-'));
  return [];
}

export function namesIn(text: string): readonly string[] {
  return text.split(/[\s\0]+/, MAX_HANDED).filter((word) => word !== '');
}

/** The command with such a file in place of `{}`, or after its words. */
export function givenFile<W>(
  words: readonly W[],
  file: string,
  textOf: (word: W) => string,
  wordOf: (text: string) => W,
): readonly W[] {
  if (!words.some((word) => textOf(word).includes('{}'))) return [...words, wordOf(file)];
  return words.map((word) => (textOf(word).includes('{}') ? wordOf(textOf(word).replaceAll('{}', () => file)) : word));
}

const NAMED = /^-i?(?:name|path|wholename)$/;
const MAX_HANDED = 16;
