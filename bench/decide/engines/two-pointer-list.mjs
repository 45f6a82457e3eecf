import { linearList } from '../linear-list.mjs';

/** Linear in text × glob whatever the text: the yardstick for the worst case. Tried in order. */
export const engine = {
  about: 'a two-pointer glob matcher per rule, no RegExp; tried in order',
  load: (rules) => linearList(rules, { compile, matches }),
};

function compile({ kind, glob }) {
  return kind === 'path' ? { glob, segments: glob.split('/') } : { glob, segments: null };
}

function matches({ glob, segments }, text) {
  return segments === null ? matchesText(glob, text) : matchesPath(segments, text.split('/'));
}

/** Only the last star seen is ever taken up again. */
export function matchesText(glob, text) {
  let inGlob = 0;
  let inText = 0;
  let afterStar = -1;
  let retry = 0;
  while (inText < text.length) {
    if (glob.charCodeAt(inGlob) === STAR) {
      afterStar = ++inGlob;
      retry = inText;
    } else if (inGlob < glob.length && glob.charCodeAt(inGlob) === text.charCodeAt(inText)) {
      inGlob++;
      inText++;
    } else if (afterStar !== -1) {
      inGlob = afterStar;
      inText = ++retry;
    } else {
      return false;
    }
  }
  while (glob.charCodeAt(inGlob) === STAR) inGlob++;
  return inGlob === glob.length;
}

const STAR = 42;

function matchesPath(globs, segments) {
  let inGlobs = 0;
  let at = 0;
  let afterStars = -1;
  let retry = 0;
  while (at < segments.length) {
    const glob = globs[inGlobs];
    if (glob === '**') {
      if (inGlobs === globs.length - 1) return true;
      afterStars = ++inGlobs;
      retry = at;
    } else if (glob !== undefined && matchesText(glob, segments[at])) {
      inGlobs++;
      at++;
    } else if (afterStars !== -1) {
      inGlobs = afterStars;
      at = ++retry;
    } else {
      return false;
    }
  }
  return inGlobs === globs.length;
}
