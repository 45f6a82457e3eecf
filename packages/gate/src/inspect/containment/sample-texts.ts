import { charactersOf } from '@caliban/calls/globs';
import type { TextGlob } from '@caliban/calls/types';
import { remembered } from './remembered.ts';

/** A character no rule has a reason to name: a glob that matches it matches nearly any character. */
export const UNNAMED = '\u{e000}';

/** A few texts the glob matches, the shortest first; a glob that contains it must match them all. */
export const sampleTexts: (glob: TextGlob) => readonly string[] = remembered((glob) => {
  if (glob.segments.length === 1) return [filled(glob, '')];
  return [filled(glob, ''), filled(glob, UNNAMED.repeat(3))];
});

/** The glob with every star replaced by `star` and every `?` by `one`. */
export function filled({ segments }: TextGlob, star: string, one: string = UNNAMED): string {
  return segments
    .map((segment) =>
      charactersOf(segment)
        .map((character) => character ?? one)
        .join(''),
    )
    .join(star);
}
