import { GLOBSTAR, type PathSegment, type PathSegments, type PathToken } from '@caliban/calls/types';
import type { GlobShape } from './glob-shape.ts';

/** A path glob's shape over the path below its anchor, without a leading slash. */
export function pathShape(segments: PathSegments): GlobShape {
  let head = '';
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index];
    const slash = index === 0 ? '' : '/';
    if (typeof segment !== 'string' || segment.includes('/')) {
      return openShape(head + slash, segments, index) ?? mixedShape(segments);
    }
    head += slash + segment;
  }
  return { kind: 'exact', text: head };
}

/** From the first segment on that isn't literal; null if it isn't simple. */
function openShape(head: string, segments: PathSegments, index: number): GlobShape | null {
  const open = segments[index] as PathSegments[number];
  const next = segments[index + 1];
  if (segments.length > index + 2) return null;
  if (open !== GLOBSTAR) return next === undefined ? nameShape(head, open) : null;
  if (next === undefined) return { kind: 'starts', text: head, longer: true };
  return next === GLOBSTAR ? null : belowShape(head, next);
}

/** `a/b*.md`: one star in the last name. */
function nameShape(head: string, name: PathSegment): GlobShape | null {
  if (typeof name === 'string') return null;
  let star = 0;
  while (star < name.length && name[star]?.kind !== 'star') star++;
  const before = literalText(name, 0, star);
  const tail = literalText(name, star + 1, name.length);
  if (star === name.length || before === null || tail === null) return null;
  return { kind: 'framed', head: head + before, middle: 'name', tail };
}

/** The last name, at any depth: `**` and a name, or a star and the end of the name. */
function belowShape(head: string, name: PathSegment): GlobShape | null {
  if (typeof name === 'string') {
    return name.includes('/') ? null : { kind: 'framed', head, middle: 'directories', tail: name };
  }
  const tail = name[0]?.kind === 'star' ? literalText(name, 1, name.length) : null;
  if (tail === null) return null;
  // `a/**/*` means no more than `a/**`: something must be below.
  return tail === ''
    ? { kind: 'starts', text: head, longer: true }
    : { kind: 'framed', head, middle: 'anything', tail };
}

/** Null if it contains a wildcard, or an escaped slash: no name has one, so such a glob matches nothing. */
function literalText(tokens: readonly PathToken[], start: number, end: number): string | null {
  let text = '';
  for (let index = start; index < end; index++) {
    const token = tokens[index] as PathToken;
    if (token.kind !== 'literal' || token.text === '/') return null;
    text += token.text;
  }
  return text;
}

function mixedShape(segments: PathSegments): GlobShape {
  const runs = literalRuns(segments);
  let inner = '';
  for (const run of runs.slice(1, -1)) if (run.length > inner.length) inner = run;
  return { kind: 'mixed', head: runs[0] as string, tail: runs.length > 1 ? (runs.at(-1) as string) : '', inner };
}

/** The literal text between wildcards; the first starts the path, the last ends it, and both may be empty. */
function literalRuns(segments: PathSegments): readonly string[] {
  const runs = [''];
  const literal = (text: string) => {
    runs[runs.length - 1] += text;
  };
  for (const [index, segment] of segments.entries()) {
    // `**` may match no segment at all, and then the slash after it is the one before it.
    if (index > 0 && segments[index - 1] !== GLOBSTAR) literal('/');
    if (segment === GLOBSTAR) runs.push('');
    else if (typeof segment === 'string') literal(segment);
    else {
      for (const token of segment) {
        if (token.kind === 'literal') literal(token.text);
        else runs.push('');
      }
    }
  }
  return runs;
}
