import type { AbsolutePath } from '../types/absolute-path.ts';
import type { Surroundings } from '../types/tool-call.ts';
import { commandWrites, expandsItsText, removedPaths, writesOperands } from './own-file-commands.ts';
import { GLOB, holdsOwn, isOwn, type OwnDirectories, type OwnDirectory, ownPathOf, type Reach } from './own-paths.ts';
import { type WrittenWord, withoutQuoted, withoutSentences, writtenWords } from './written-words.ts';

/** A simple command after quote removal, and as it was written. */
type CommandText = { readonly text: string; readonly written: string };

/** A model chooses how many paths a call names, and from how many places they are looked at: one too many counts as ours. */
export type OwnFileWork = { pathsLeft: number };

export function newOwnFileWork(): OwnFileWork {
  return { pathsLeft: 50_000 };
}

/** One of our files that a simple command may write, standing in any of these directories; null when none is seen. */
export function ownFileOfCommand(
  { text, written }: CommandText,
  bases: readonly AbsolutePath[],
  { home, realPath }: Surroundings,
  directories: OwnDirectories,
  work: OwnFileWork,
): string | null {
  const words = text.split(/\s+/);
  const asWritten = written === text ? [] : writtenWords(written);
  const writes = commandWrites(withoutSentences(text, asWritten).split(/\s+/));
  if (writes.kind === 'our-rules') return writes.what;
  if (writes.kind === 'nothing') return null;

  const inside = bases.slice(1).find((base) => isOwn(base, directories));
  if (inside !== undefined) return inside;
  const spelled = text.includes('/') ? spelledWithBlanks(text.toLowerCase(), directories) : undefined;
  if (spelled !== undefined) return spelled.path;

  const paths = mayNamePaths(text) || writesOperands(words) ? mentionedPaths(words, asWritten) : [];
  const removed = removedPaths(words);
  for (const base of bases) {
    work.pathsLeft -= paths.length + removed.length;
    if (work.pathsLeft < 0) return directories()[0]?.path ?? null;
    const reach: Reach = { base, home, realPath, directories };
    const found = firstOwn(paths, reach) ?? removed.find((word) => holdsOwn(word, reach));
    if (found !== undefined) return found;
  }
  return null;
}

/** Words end at blanks, so no word says it. */
function spelledWithBlanks(text: string, directories: OwnDirectories): OwnDirectory | undefined {
  return directories().find(({ folded }) => folded.includes(' ') && text.includes(folded));
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

/** What every path has that is not a bare word. To be told so by the expressions below takes a new process longer. */
function mayNamePaths(text: string): boolean {
  return PATH_SIGNS.some((sign) => text.includes(sign));
}

const PATH_SIGNS = ['/', '.', '*', '?', '[', '{'];

/** Every word that may be a path, also inside code, behind `--out=`, `of=` or a one-letter option. */
function mentionedPaths(words: readonly string[], written: readonly WrittenWord[]): readonly string[] {
  const bare = writesOperands(words);
  const mentioned = new Set<string>();
  for (const word of words.slice(1)) {
    for (const piece of piecesOf(word)) {
      if (!piece.startsWith('-')) mentioned.add(piece);
      else if (!piece.startsWith('--')) mentioned.add(piece.slice(2));
    }
  }
  const paths = [...mentioned].filter((word) =>
    GLOB.test(word) ? OUR_LETTERS.test(word) : (bare && word !== '') || LIKE_A_PATH.test(word),
  );
  return [...paths, ...expandedPatterns(words, written)];
}

/** Wildcards are a path where a shell sees them; in quotes they are as likely a regular expression or a query. */
function expandedPatterns(words: readonly string[], written: readonly WrittenWord[]): readonly string[] {
  const operands = words.slice(1).filter((word) => !word.startsWith('-') && GLOB.test(word));
  if (operands.length === 0) return operands;
  return expandsItsText(words.flatMap(piecesOf)) ? operands.flatMap(piecesOf) : withoutQuoted(operands, written);
}

function piecesOf(word: string): readonly string[] {
  return PUNCTUATION.test(word) ? [word, ...word.split(PUNCTUATION)] : [word];
}

const PUNCTUATION = /["'`()=,;:<>|&]+/;

const LIKE_A_PATH = /\/|^\.c/i;
/** From the first slash on, or a word of many slashes would be walked again from each of them. */
const OUR_LETTERS = /(?:^|\/)\.c|^[^/]*\/.*calib/i;
