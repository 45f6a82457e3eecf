import { anywhere, matchesSegments, matchesText, matchesUrl } from '@caliban/calls/globs';
import type { ClassName, TextGlob } from '@caliban/calls/types';
import type { CommandArgument } from '../../pattern/command-argument.ts';
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

/** Whether every argument the smaller glob matches is matched by the larger one, as plain text, path or URL. */
export function containsArgument(larger: ArgumentGlob, smaller: ArgumentGlob, effort: Effort): Containment {
  if (larger.kind === 'text' && smaller.kind === 'text') {
    if (larger.bare !== undefined || smaller.bare !== undefined) return containTogether([larger], smaller, effort);
    if (larger.anywhere === smaller.anywhere && larger.glob.text === smaller.glob.text) return 'yes';
    return containsText(wholeText(larger), wholeText(smaller), effort);
  }
  if (larger.kind === 'path' && smaller.kind === 'path') return containsPath(larger.glob, smaller.glob, effort);
  if (larger.kind === 'url' && smaller.kind === 'url') return containsUrl(larger.glob, smaller.glob, effort);
  if (larger.kind === 'class' || smaller.kind === 'class') return containsClass(larger, smaller);
  return 'no';
}

/** No glob describes the content of a class. */
function containsClass(larger: ArgumentGlob, smaller: ArgumentGlob): Containment {
  return larger.kind === 'class' && smaller.kind === 'class' && larger.name === smaller.name ? 'yes' : 'unknown';
}

/** A placeholder for the calls of a class, where other arguments have texts. No argument starts like this. */
export function classSample(name: ClassName): string {
  return `@${name}`;
}

/** A few arguments the glob matches, the shortest first. Paths are relative to their anchor, as `/a/b`. */
export function samplesOf(argument: ArgumentGlob): readonly string[] {
  switch (argument.kind) {
    case 'text':
      return textsOf(argument).flatMap(sampleTexts);
    case 'class':
      return [classSample(argument.name)];
    case 'url':
      return sampleUrls(argument.glob);
    case 'path':
      return samplePaths(argument.glob);
  }
}

export function matchesSample(argument: ArgumentGlob, sample: string): boolean {
  switch (argument.kind) {
    case 'text':
      return matchesCommand(argument, sample);
    case 'class':
      return sample === classSample(argument.name);
    case 'url':
      return matchesUrl(argument.glob, sample);
    case 'path':
      return argument.glob.alternatives.some((segments) => matchesSegments(segments, sample.slice(1)));
  }
}

/** The same for several globs together; paths only if all have the same anchor. */
export function containTogether(larger: readonly ArgumentGlob[], smaller: ArgumentGlob, effort: Effort): Containment {
  const globs = [smaller, ...larger].flatMap((argument) => (argument.kind === 'class' ? [] : [argument.glob]));
  if (smaller.kind === 'class') {
    return larger.some((argument) => containsClass(argument, smaller) === 'yes') ? 'yes' : 'unknown';
  }
  const decided = containGlobs(larger, smaller, { globs, effort });
  return decided === 'no' && larger.some(({ kind }) => kind === 'class') ? 'unknown' : decided;
}

function containGlobs(
  larger: readonly ArgumentGlob[],
  smaller: Exclude<ArgumentGlob, { kind: 'class' }>,
  { globs, effort }: { readonly globs: Parameters<typeof decideBy>[0]; readonly effort: Effort },
): Containment {
  switch (smaller.kind) {
    case 'text': {
      const texts = larger.flatMap((argument) => (argument.kind === 'text' ? textsOf(argument) : []));
      return decideBy(globs, effort, () => [unionOf(textsOf(smaller).map(textNfa)), unionOf(texts.map(textNfa))]);
    }
    case 'url': {
      const urls = larger.flatMap((argument) => (argument.kind === 'url' ? [argument.glob] : []));
      return decideBy(globs, effort, () => [urlNfa(smaller.glob), unionOf(urls.map(urlNfa))]);
    }
    case 'path': {
      const { anchor, alternatives } = smaller.glob;
      const paths = larger.flatMap((argument) =>
        argument.kind === 'path' && argument.glob.anchor === anchor ? [argument.glob] : [],
      );
      const together = paths.flatMap((glob) => glob.alternatives);
      return decideBy(globs, effort, () => [pathNfa(alternatives), loosePathNfa(together)]);
    }
  }
}

export function matchesCommand(argument: CommandArgument, text: string): boolean {
  return textsOf(argument).some((glob) => matchesText(glob, text));
}

function textsOf(argument: CommandArgument): readonly TextGlob[] {
  return argument.bare === undefined ? [wholeText(argument)] : [wholeText(argument), argument.bare];
}

/** `~` matches its glob anywhere; without the bare command that may match too. */
export function wholeText(argument: { readonly glob: TextGlob; readonly anywhere: boolean }): TextGlob {
  return argument.anywhere ? foundAnywhere(argument.glob) : argument.glob;
}

const foundAnywhere = remembered(anywhere);
