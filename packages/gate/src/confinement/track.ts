import { foldSegments, matchesSegments } from '@caliban/calls/globs';
import { GLOBSTAR, type PathSegment, type PathSegments } from '@caliban/calls/types';

/** A glob during the walk down the tree: the possible positions in it. */
export type Track = {
  readonly segments: PathSegments;
  /** Ascending; `segments.length` means that exactly this path matches. */
  readonly positions: readonly number[];
};

export function startTrack(segments: PathSegments): Track {
  return { segments, positions: closure([0], segments) };
}

/** One directory or file further down; null if nothing below can match any more. */
export function step({ segments, positions }: Track, name: string): Track | null {
  const next = new Set<number>();
  for (const position of positions) {
    const segment = segments[position];
    if (segment === GLOBSTAR) {
      next.add(position);
      if (position === segments.length - 1) next.add(segments.length);
    } else if (segment !== undefined && matchesName(segment, name)) {
      next.add(position + 1);
    }
  }
  return next.size === 0 ? null : { segments, positions: closure([...next], segments) };
}

export function accepts({ segments, positions }: Track): boolean {
  return positions.includes(segments.length);
}

/** Everything strictly below matches. */
export function coversBelow({ segments, positions }: Track): boolean {
  return segments.at(-1) === GLOBSTAR && positions.includes(segments.length - 1);
}

/** Something strictly below may match. */
export function isLive({ segments, positions }: Track): boolean {
  return positions.some((position) => position < segments.length);
}

/** The segments that a next name is compared with, other than a `**`. */
export function nextSegments({ segments, positions }: Track): readonly PathSegment[] {
  return positions.flatMap((position) => {
    const segment = segments[position];
    return segment === undefined || segment === GLOBSTAR ? [] : [segment];
  });
}

/** Any name may come next. */
export function isCrossing({ segments, positions }: Track): boolean {
  return positions.some((position) => segments[position] === GLOBSTAR);
}

/** Whether the rest of the glob is literal, so that it applies to paths that don't exist yet. */
export function isSpeltOut({ segments, positions }: Track): boolean {
  return positions.some((position) =>
    segments
      .slice(position)
      .every((segment, at, rest) => typeof segment === 'string' || (segment === GLOBSTAR && at === rest.length - 1)),
  );
}

export function folded(segments: PathSegments, foldsCase: boolean | undefined): PathSegments {
  return foldsCase === true ? foldSegments(segments) : segments;
}

export function matchesName(segment: PathSegment, name: string): boolean {
  return typeof segment === 'string' ? segment === name : matchesSegments([segment], name);
}

/** A `**` may be no segment at all, except at the end. */
function closure(positions: readonly number[], segments: PathSegments): readonly number[] {
  const all = new Set(positions);
  for (const position of all) {
    if (segments[position] === GLOBSTAR && position < segments.length - 1) all.add(position + 1);
  }
  return [...all].sort((one, other) => one - other);
}
