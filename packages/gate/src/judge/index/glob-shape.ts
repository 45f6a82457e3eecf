import type { GlobSegment, TextGlob } from '@caliban/calls/types';

/** The common property of every text that a glob matches; for simple globs, the complete condition. */
export type GlobShape =
  | { readonly kind: 'exact'; readonly text: string }
  /** `longer`: the text must continue after it. */
  | { readonly kind: 'starts'; readonly text: string; readonly longer: boolean }
  | { readonly kind: 'contains'; readonly text: string }
  /** The whole text: a literal, something, a literal; either may be empty, and they don't overlap. */
  | FramedShape
  /** Necessary, not sufficient: prefix, suffix, and the longest literal in between; each may be empty. */
  | MixedShape;

export type FramedShape = {
  readonly kind: 'framed';
  readonly head: string;
  /** Anything; anything without a slash; or whole path segments, each with its slash. */
  readonly middle: 'anything' | 'name' | 'directories';
  readonly tail: string;
};

export type MixedShape = {
  readonly kind: 'mixed';
  readonly head: string;
  readonly tail: string;
  readonly inner: string;
};

export function textShape({ segments }: TextGlob): GlobShape {
  const head = segments[0] as GlobSegment;
  const tail = segments[segments.length - 1] as GlobSegment;
  if (typeof head !== 'string' || typeof tail !== 'string') return mixedShape(segments);
  if (segments.length === 1) return { kind: 'exact', text: head };
  if (segments.length === 2) {
    return tail === ''
      ? { kind: 'starts', text: head, longer: false }
      : { kind: 'framed', head, middle: 'anything', tail };
  }
  const inner = segments.slice(1, -1).filter((segment) => segment !== '');
  const only = inner[0] ?? '';
  if (head !== '' || tail !== '' || inner.length > 1 || typeof only !== 'string') return mixedShape(segments);
  // `~*` and the like: every text.
  return only === '' ? { kind: 'starts', text: '', longer: false } : { kind: 'contains', text: only };
}

/** The same literals without proof: for a rule that requires more than this one glob. */
export function unproven(shape: GlobShape): MixedShape {
  switch (shape.kind) {
    case 'exact':
    case 'starts':
      return { kind: 'mixed', head: shape.text, tail: '', inner: '' };
    case 'contains':
      return { kind: 'mixed', head: '', tail: '', inner: shape.text };
    case 'framed':
      return { kind: 'mixed', head: shape.head, tail: shape.tail, inner: '' };
    case 'mixed':
      return shape;
  }
}

/** How much literal text there is to look for: the more, the fewer texts come close to matching. */
export function literalLength(shape: GlobShape): number {
  const { head, tail, inner } = unproven(shape);
  return Math.max(head.length, tail.length, inner.length);
}

function mixedShape(segments: readonly GlobSegment[]): MixedShape {
  const runs = segments.map(literalRuns);
  const inner = runs
    .flatMap((run, index) => run.slice(index === 0 ? 1 : 0, index === runs.length - 1 ? -1 : undefined))
    .reduce(longer, '');
  return { kind: 'mixed', head: runs[0]?.[0] ?? '', tail: runs.at(-1)?.at(-1) ?? '', inner };
}

/** The text between the holes of a segment; the first and last may be empty. */
function literalRuns(segment: GlobSegment): readonly string[] {
  if (typeof segment === 'string') return [segment];
  const runs = [''];
  for (const character of segment.characters) {
    if (character === null) runs.push('');
    else runs[runs.length - 1] += character;
  }
  return runs;
}

function longer(one: string, other: string): string {
  return other.length > one.length ? other : one;
}
