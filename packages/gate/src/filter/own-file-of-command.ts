import type { AbsolutePath } from '../types/absolute-path.ts';
import type { Surroundings } from '../types/tool-call.ts';
import { commandWrites, removedPaths, writesOperands } from './own-file-commands.ts';
import { holdsOwn, isOwn, type OwnDirectories, ownPathOf, type Reach } from './own-paths.ts';

/** One of our files that a simple command may write, standing in any of these directories; null when none is seen. */
export function ownFileOfCommand(
  text: string,
  bases: readonly AbsolutePath[],
  { home, realPath }: Surroundings,
  directories: OwnDirectories,
): string | null {
  const words = text.split(/\s+/);
  const writes = commandWrites(words);
  if (writes.kind === 'our-rules') return writes.what;
  if (writes.kind === 'nothing') return null;

  const inside = bases.slice(1).find((base) => isOwn(base, directories));
  if (inside !== undefined) return inside;
  const spelled = directories.find((directory) => directory.includes(' ') && text.toLowerCase().includes(directory));
  if (spelled !== undefined) return spelled;

  const paths = mentionedPaths(words);
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
function mentionedPaths(words: readonly string[]): readonly string[] {
  const bare = writesOperands(words);
  const mentioned = new Set<string>();
  for (const word of words.slice(1)) {
    const pieces = PUNCTUATION.test(word) ? [word, ...word.split(PUNCTUATION)] : [word];
    for (const piece of pieces) {
      if (!piece.startsWith('-')) mentioned.add(piece);
      else if (!piece.startsWith('--')) mentioned.add(piece.slice(2));
    }
  }
  return [...mentioned].filter((word) => (bare && word !== '') || LIKE_A_PATH.test(word));
}

const PUNCTUATION = /["'`()=,;:<>|&]+/;

const LIKE_A_PATH = /\/|^\.c|^\.?[^/]*[*?[{]/i;
