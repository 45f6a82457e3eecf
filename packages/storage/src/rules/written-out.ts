import type { Pattern } from '@caliban/gate';
import { parsePathGlob } from '@caliban/gate/internal/text/parse-path-glob';

/** All that the braces of one file may come to, in characters: many short patterns take as long to write out as a long one. */
export const MOST_WRITTEN_OUT = 2_000_000;

/** About how many characters the braces of a path pattern come to when each alternative is written out; 0 without braces. */
export function writtenOut({ spec, specText }: Pattern): number {
  if (!specText.includes('{')) return 0;
  if (spec === 'by-tool') {
    const glob = parsePathGlob(specText);
    return glob.ok ? glob.value.alternatives.length * specText.length : 0;
  }
  return spec.argument?.kind === 'path' ? spec.argument.glob.alternatives.length * specText.length : 0;
}
