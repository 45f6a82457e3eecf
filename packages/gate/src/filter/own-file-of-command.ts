import type { AbsolutePath } from '../types/absolute-path.ts';
import type { Surroundings } from '../types/tool-call.ts';
import { commandWrites, removedPaths, runsItsText, writesOperands } from './own-file-commands.ts';
import { holdsOwn, isOwn, type OwnDirectories, ownPathOf, type Reach } from './own-paths.ts';
import { outsideQuotes, type WrittenWord, withoutSentences, writtenWords } from './written-words.ts';

/** A simple command after quote removal, and as it was written. */
export type CommandText = { readonly text: string; readonly written: string };

/** One of our files that a simple command may write, standing in any of these directories; null when none is seen. */
export function ownFileOfCommand(
  { text, written }: CommandText,
  bases: readonly AbsolutePath[],
  { home, realPath }: Surroundings,
  directories: OwnDirectories,
): string | null {
  const words = text.split(/\s+/);
  const asWritten = writtenWords(written);
  const writes = commandWrites(withoutSentences(text, asWritten).split(/\s+/));
  if (writes.kind === 'our-rules') return writes.what;
  if (writes.kind === 'nothing') return null;

  const inside = bases.slice(1).find((base) => isOwn(base, directories));
  if (inside !== undefined) return inside;
  const spelled = directories.find((directory) => directory.includes(' ') && text.toLowerCase().includes(directory));
  if (spelled !== undefined) return spelled;

  const paths = mentionedPaths(words, asWritten);
  const removed = removedPaths(words);
  for (const base of bases) {
    const reach: Reach = { base, home, realPath, directories };
    const found = firstOwn(paths, reach) ?? removed.find((word) => holdsOwn(word, reach));
    if (found !== undefined) return found;
  }
  return null;
}

/** False for a command that only reads what its words name. */
export function mayWrite(text: string): boolean {
  return commandWrites(text.split(/\s+/)).kind !== 'nothing';
}

function firstOwn(paths: readonly string[], reach: Reach): AbsolutePath | undefined {
  for (const path of paths) {
    const own = ownPathOf(path, reach);
    if (own !== null) return own;
  }
  return undefined;
}

/** Every word that may be a path, also inside code, behind `--out=`, `of=` or a one-letter option. */
function mentionedPaths(words: readonly string[], written: readonly WrittenWord[]): readonly string[] {
  const bare = writesOperands(words);
  const mentioned = new Set<string>();
  for (const word of words.slice(1)) {
    for (const piece of piecesOf(word)) {
      const path = piece.startsWith('-') && !piece.startsWith('--') ? piece.slice(2) : piece;
      const isPath = LIKE_A_PATH.test(path) || (bare && path !== '' && !WILDCARD.test(path));
      if (isPath && !path.startsWith('--')) mentioned.add(path);
    }
  }
  for (const pattern of expandedPatterns(words, written)) mentioned.add(pattern);
  return [...mentioned];
}

/** Wildcards alone are a path where a shell sees them; in quotes they are as likely a regular expression or a query. */
function expandedPatterns(words: readonly string[], written: readonly WrittenWord[]): readonly string[] {
  const operands = words.slice(1).filter((word) => !word.startsWith('-') && WILDCARD.test(word));
  if (operands.length === 0) return operands;
  return runsItsText(words.flatMap(piecesOf)) ? operands.flatMap(piecesOf) : outsideQuotes(operands, written);
}

function piecesOf(word: string): readonly string[] {
  return PUNCTUATION.test(word) ? [word, ...word.split(PUNCTUATION)] : [word];
}

const PUNCTUATION = /["'`()=,;:<>|&]+/;

const LIKE_A_PATH = /\/|^\.c/i;
const WILDCARD = /[*?[{]/;
