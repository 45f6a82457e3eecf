import type { PathGlob } from '@caliban/calls/types';
import { type Effort, isComparable } from './containment.ts';
import { inclusion } from './inclusion.ts';
import { intersectionOf, NOTHING } from './nfa.ts';
import { loosePathNfa, pathNfa } from './path-nfa.ts';

/** Whether no path is matched by both. For different anchors that can't be decided. */
export function isDisjointFrom(one: PathGlob, other: PathGlob, effort: Effort): boolean {
  if (one.anchor !== other.anchor || !isComparable(one) || !isComparable(other)) return false;
  const both = intersectionOf(pathNfa(one.alternatives), loosePathNfa(other.alternatives));
  return inclusion(both, NOTHING, effort).kind === 'included';
}
