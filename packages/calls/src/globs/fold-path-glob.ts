import { GLOBSTAR, type PathGlob, type PathSegment, type PathSegments, type PathToken } from '../types/glob.ts';

/** The glob for a case-insensitive file system: it matches lower-case paths. */
export function foldPathGlob(glob: PathGlob): PathGlob {
  return { ...glob, alternatives: glob.alternatives.map(foldSegments) };
}

export function foldSegments(segments: PathSegments): PathSegments {
  return segments.map((segment) => (segment === GLOBSTAR ? GLOBSTAR : foldSegment(segment)));
}

function foldSegment(segment: PathSegment): PathSegment {
  if (typeof segment === 'string') return segment.toLowerCase();
  return segment.flatMap((token) => foldToken(token));
}

/** A few letters become two in lower case. */
function foldToken(token: PathToken): readonly PathToken[] {
  switch (token.kind) {
    case 'star':
    case 'any':
      return [token];
    case 'literal':
      return Array.from(token.text.toLowerCase(), (text) => ({ kind: 'literal', text }));
    case 'class':
      return [{ ...token, ranges: token.ranges.flatMap((range) => [range, ...lowerRanges(range)]) }];
  }
}

type Range = readonly [number, number];

/** The lower-case part of the range; exact for `A-Z` and single letters, only the ends for longer ranges of other letters. */
function lowerRanges([low, high]: Range): readonly Range[] {
  const from = Math.max(low, UPPER_A);
  const to = Math.min(high, UPPER_Z);
  const ascii: readonly Range[] = from <= to ? [[from + CASE, to + CASE]] : [];
  return high > 127 ? [...ascii, [lowerCode(Math.max(low, 128)), lowerCode(high)]] : ascii;
}

const UPPER_A = 65;
const UPPER_Z = 90;
const CASE = 32;

function lowerCode(code: number): number {
  return String.fromCodePoint(code).toLowerCase().codePointAt(0) as number;
}
