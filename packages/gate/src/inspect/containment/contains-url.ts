import { matchesUrl } from '@caliban/calls/globs';
import type { UrlGlob } from '@caliban/calls/types';
import { type Containment, decideBy, type Effort } from './containment.ts';
import { remembered } from './remembered.ts';
import { sampleTexts } from './sample-texts.ts';
import { urlNfa } from './url-nfa.ts';

/** Whether every URL text the smaller glob matches is matched by the larger one. */
export function containsUrl(larger: UrlGlob, smaller: UrlGlob, effort: Effort): Containment {
  if (larger.text === smaller.text) return 'yes';
  if (!sampleUrls(smaller).every((sample) => matchesUrl(larger, sample))) return 'no';
  return decideBy([smaller, larger], effort, () => [urlNfa(smaller), urlNfa(larger)]);
}

/** A few texts the glob matches. */
export const sampleUrls: (glob: UrlGlob) => readonly string[] = remembered((glob) =>
  glob.loose.flatMap(sampleTexts).filter((sample) => matchesUrl(glob, sample)),
);
