import { charactersOf, literalText, matchesEveryText, matchesText } from '@caliban/calls/globs';
import type { TextGlob } from '@caliban/calls/types';
import { type Containment, decideBy, type Effort } from './containment.ts';
import { sampleTexts } from './sample-texts.ts';
import { textNfa } from './text-nfa.ts';

/** Whether every text the smaller glob matches is matched by the larger one. */
export function containsText(larger: TextGlob, smaller: TextGlob, effort: Effort): Containment {
  if (matchesEveryText(larger)) return 'yes';
  const literal = literalText(smaller);
  if (literal !== null) return matchesText(larger, literal) ? 'yes' : 'no';
  if (literalText(larger) !== null) return 'no';
  if (!sampleTexts(smaller).every((sample) => matchesText(larger, sample))) return 'no';
  if (isPrefix(larger)) return startsAlike(larger, smaller) ? 'yes' : 'no';
  return decideBy([smaller, larger], effort, () => [textNfa(smaller), textNfa(larger)]);
}

/** `git *`: literal text and one final star. */
function isPrefix({ segments }: TextGlob): boolean {
  return segments.length === 2 && typeof segments[0] === 'string' && segments[1] === '';
}

function startsAlike(prefix: TextGlob, glob: TextGlob): boolean {
  const head = charactersOf(glob.segments[0] ?? '');
  return charactersOf(prefix.segments[0] ?? '').every((character, index) => head[index] === character);
}
