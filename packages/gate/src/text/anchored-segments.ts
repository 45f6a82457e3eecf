import { GLOBSTAR, type PathAnchor, type PathSegment, type PathSegments } from '../types/glob.ts';
import { fail, ok, type Result } from '../types/result.ts';

/** What stands between the slashes, made into a walk from the anchor. Fails with the place of the piece that is `..`. */
export function anchoredSegments(
  anchor: PathAnchor,
  pieces: readonly (PathSegment | typeof GLOBSTAR)[],
): Result<PathSegments, number> {
  const trailingSlash = pieces.length > 1 && pieces[pieces.length - 1] === '';
  const slashInside = pieces.length > (trailingSlash ? 2 : 1);
  const segments: (PathSegment | typeof GLOBSTAR)[] = [];
  if (anchor === 'workspace' && !slashInside) segments.push(GLOBSTAR);
  // The first piece below the home directory is the `~`.
  for (let index = anchor === 'home' ? 1 : 0; index < pieces.length; index++) {
    const piece = pieces[index] as PathSegment | typeof GLOBSTAR;
    if (piece === '..') return fail(index);
    if (piece === '' || piece === '.' || (piece === GLOBSTAR && segments.at(-1) === GLOBSTAR)) continue;
    segments.push(piece);
  }
  if (trailingSlash && segments.at(-1) !== GLOBSTAR) segments.push(GLOBSTAR);
  return ok(segments);
}
