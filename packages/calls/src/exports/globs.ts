export { findLiteral } from '../globs/find-literal.ts';
export { foldPathGlob, foldSegments } from '../globs/fold-path-glob.ts';
export { globWords } from '../globs/glob-words.ts';
export { globsMeet } from '../globs/globs-meet.ts';
export { coversSegment, namesSomething, namesStart, pathsMeet } from '../globs/meeting-paths.ts';
export { parsePathGlob } from '../globs/parse-path-glob.ts';
export {
  belowAnchor,
  matchesPath,
  matchesSegments,
  spellAll,
  spellFromRoot,
  spellPath,
  spellRelative,
} from '../globs/path-glob.ts';
export {
  anywhere,
  charactersOf,
  escapeGlob,
  escapePathGlob,
  literalText,
  matchesEveryText,
  matchesText,
  parseTextGlob,
} from '../globs/text-glob.ts';
export { describeUrl, matchesUrl, parseUrlGlob, urlsOfHost } from '../globs/url-glob.ts';
