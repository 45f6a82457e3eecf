import { matchesSegments } from '@caliban/calls/globs';
import { GLOBSTAR, type PathGlob, type PathSegment, type PathSegments } from '@caliban/calls/types';
import { hasCodePoint, readableCharacter } from './code-points.ts';
import { charactersFor, tokensOf } from './path-nfa.ts';
import { remembered } from './remembered.ts';
import { UNNAMED } from './sample-texts.ts';

/** A few paths below its anchor that the glob matches, as `/a/b`. Empty for unusual globs. */
export const samplePaths: (glob: PathGlob) => readonly string[] = remembered(({ alternatives }) =>
  alternatives.flatMap((segments) => [
    ...samplePath(segments, { name: UNNAMED, filler: '', levels: 0 }),
    ...samplePath(segments, { name: UNNAMED, filler: UNNAMED.repeat(2), levels: 2 }),
  ]),
);

export type PathFilling = {
  /** Replaces a whole segment, and one character if it fits. */
  readonly name: string;
  /** Replaces a star beside other characters. */
  readonly filler: string;
  /** How many segments replace a `**`; at the end at least one. */
  readonly levels: number;
};

/** One path of the alternative, or none. */
export function samplePath(segments: PathSegments, filling: PathFilling): readonly string[] {
  const names = segments.flatMap((segment, index) => {
    if (segment !== GLOBSTAR) return [sampleSegment(segment, filling)];
    const fewest = index === segments.length - 1 ? 1 : 0;
    return Array.from({ length: Math.max(fewest, filling.levels) }, () => filling.name);
  });
  const path = names.join('/');
  const possible = names.every((name) => name !== '' && name !== '.' && name !== '..');
  return possible && matchesSegments(segments, path) ? [path === '' ? '' : `/${path}`] : [];
}

function sampleSegment(segment: PathSegment, { name, filler }: PathFilling): string {
  if (typeof segment === 'string') return segment;
  if (segment.every(({ kind }) => kind === 'star')) return name;
  return tokensOf(segment)
    .map((token) => {
      if (token.kind === 'star') return filler;
      const set = charactersFor(token);
      return hasCodePoint(set, name.codePointAt(0) as number) ? firstOf(name) : (readableCharacter(set) ?? '');
    })
    .join('');
}

function firstOf(name: string): string {
  return String.fromCodePoint(name.codePointAt(0) as number);
}
