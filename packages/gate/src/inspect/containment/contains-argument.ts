import { matchesSegments } from '../../text/path-glob.ts';
import { anywhere, matchesText } from '../../text/text-glob.ts';
import { matchesUrl } from '../../text/url-glob.ts';
import type { TextGlob } from '../../types/glob.ts';
import type { ArgumentGlob } from '../../types/pattern.ts';
import { type Containment, decideBy, type Effort } from './containment.ts';
import { containsPath } from './contains-path.ts';
import { containsText } from './contains-text.ts';
import { containsUrl, sampleUrls } from './contains-url.ts';
import { unionOf } from './nfa.ts';
import { loosePathNfa, pathNfa } from './path-nfa.ts';
import { remembered } from './remembered.ts';
import { samplePaths } from './sample-paths.ts';
import { sampleTexts } from './sample-texts.ts';
import { textNfa } from './text-nfa.ts';
import { urlNfa } from './url-nfa.ts';

/** Whether every argument the smaller glob matches is matched by the larger one, as plain text, path or url. */
export function containsArgument(larger: ArgumentGlob, smaller: ArgumentGlob, effort: Effort): Containment {
  if (larger.kind === 'text' && smaller.kind === 'text') {
    if (larger.anywhere === smaller.anywhere && larger.glob.text === smaller.glob.text) return 'yes';
    return containsText(wholeText(larger), wholeText(smaller), effort);
  }
  if (larger.kind === 'path' && smaller.kind === 'path') return containsPath(larger.glob, smaller.glob, effort);
  if (larger.kind === 'url' && smaller.kind === 'url') return containsUrl(larger.glob, smaller.glob, effort);
  return 'no';
}

/** A few arguments the glob matches, the shortest first. Paths stand below their anchor, as `/a/b`. */
export function samplesOf(argument: ArgumentGlob): readonly string[] {
  switch (argument.kind) {
    case 'text':
      return sampleTexts(wholeText(argument));
    case 'url':
      return sampleUrls(argument.glob);
    case 'path':
      return samplePaths(argument.glob);
  }
}

export function matchesSample(argument: ArgumentGlob, sample: string): boolean {
  switch (argument.kind) {
    case 'text':
      return matchesText(wholeText(argument), sample);
    case 'url':
      return matchesUrl(argument.glob, sample);
    case 'path':
      return argument.glob.alternatives.some((segments) => matchesSegments(segments, sample.slice(1)));
  }
}

/** The same for several globs together; paths only where all have the same anchor. */
export function containTogether(larger: readonly ArgumentGlob[], smaller: ArgumentGlob, effort: Effort): Containment {
  const globs = [smaller.glob, ...larger.map(({ glob }) => glob)];
  switch (smaller.kind) {
    case 'text': {
      const texts = larger.flatMap((argument) => (argument.kind === 'text' ? [wholeText(argument)] : []));
      return decideBy(globs, effort, () => [textNfa(wholeText(smaller)), unionOf(texts.map(textNfa))]);
    }
    case 'url': {
      const urls = larger.flatMap((argument) => (argument.kind === 'url' ? [argument.glob] : []));
      return decideBy(globs, effort, () => [urlNfa(smaller.glob), unionOf(urls.map(urlNfa))]);
    }
    case 'path': {
      const { anchor, alternatives } = smaller.glob;
      const paths = larger.flatMap(({ kind, glob }) => (kind === 'path' && glob.anchor === anchor ? [glob] : []));
      const together = paths.flatMap((glob) => glob.alternatives);
      return decideBy(globs, effort, () => [pathNfa(alternatives), loosePathNfa(together)]);
    }
  }
}

/** `~` finds its glob anywhere. */
export function wholeText(argument: { readonly glob: TextGlob; readonly anywhere: boolean }): TextGlob {
  return argument.anywhere ? foundAnywhere(argument.glob) : argument.glob;
}

const foundAnywhere = remembered(anywhere);
