import type { AbsolutePath } from '@caliban/calls';
import { matchesSegments } from '@caliban/calls/globs';
import { GLOBSTAR, type PathGlob, type PathSegments } from '@caliban/calls/types';
import { type Containment, decideBy, type Effort } from './containment.ts';
import { loosePathNfa, pathNfa } from './path-nfa.ts';
import { samplePaths } from './sample-paths.ts';

/** Where the anchors are, if known. */
export type KnownRoots = { readonly workspace?: AbsolutePath | undefined; readonly home?: AbsolutePath | undefined };

/** The glob relative to `/` if its anchor is known. */
export function rooted(glob: PathGlob, roots: KnownRoots): PathGlob {
  const root = glob.anchor === 'root' ? undefined : roots[glob.anchor];
  if (root === undefined) return glob;
  const above = root.split('/').filter((segment) => segment !== '');
  return { ...glob, anchor: 'root', alternatives: glob.alternatives.map((segments) => [...above, ...segments]) };
}

/**
 * Whether every path the smaller glob matches is matched by the larger one, wherever workspace and home may be. Two globs with
 * the same anchor are compared directly. One relative to `/` contains one relative to an unknown directory if it does so for
 * every such directory. For all other pairs of anchors containment is never certain.
 */
export function containsPath(larger: PathGlob, smaller: PathGlob, effort: Effort): Containment {
  if (larger.anchor !== smaller.anchor && larger.anchor !== 'root') return 'no';
  if (larger.anchor === smaller.anchor && larger.text === smaller.text) return 'yes';
  const matchesLarger = (path: string) =>
    larger.alternatives.some((segments) => matchesSegments(segments, path.slice(1)));
  if (!samplePaths(smaller).every(matchesLarger)) return 'no';
  const inside = larger.anchor === smaller.anchor ? smaller.alternatives : smaller.alternatives.flatMap(belowAnything);
  return decideBy([smaller, larger], effort, () => [pathNfa(inside), loosePathNfa(larger.alternatives)]);
}

/** At the end, `**` would require one more segment: the directory itself may be `/`. */
function belowAnything(segments: PathSegments): readonly PathSegments[] {
  return segments.length === 0 ? [[GLOBSTAR], []] : [[GLOBSTAR, ...segments]];
}
