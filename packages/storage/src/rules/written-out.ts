import type { Pattern } from '@caliban/gate';
import { parsePathGlob } from '@caliban/gate/internal/text/parse-path-glob';
import type { PathGlob } from '@caliban/gate/internal/types/glob';

/** All that the braces of one file may come to, in characters: many short patterns take as long to write out as a long one. */
export const MOST_WRITTEN_OUT = 4_000_000;

/** About how many characters the braces of a path pattern come to when each alternative is written out; 0 where it is little. */
export function writtenOut({ spec, specText }: Pattern): number {
  if (!specText.includes('{')) return 0;
  if (spec !== 'by-tool') return spec.argument?.kind === 'path' ? extentOf(spec.argument.glob) : 0;
  const glob = parsePathGlob(specText);
  return glob.ok ? extentOf(glob.value) : 0;
}

/** With a few alternatives it is the length of the file that counts, and that has its own limit. */
const FEW = 4;

function extentOf({ text, alternatives }: PathGlob): number {
  return alternatives.length <= FEW ? 0 : alternatives.length * text.length;
}
