import { TOOL_PROFILES } from '@caliban/calls';
import type { Rule } from '../../types/rule.ts';
import type { KnownRoots } from '../containment/contains-path.ts';
import { shapeOf } from '../rule-shape.ts';
import { mayOverlap } from './overlap.ts';

/** An allow rule that is tried before a deny rule, while a call may match both. */
export type LiftedDeny = { readonly allow: Rule; readonly deny: Rule };

/**
 * The denies that would no longer refuse some call once the allow rules are tried before them. A deny that only may be lifted is
 * listed too.
 */
export function liftedDenies(
  allows: readonly Rule[],
  denies: readonly Rule[],
  { roots = {} }: { readonly roots?: KnownRoots } = {},
): readonly LiftedDeny[] {
  const world = { profiles: TOOL_PROFILES, roots };
  const effort = { left: EFFORT };
  const refusing = denies.map((rule, position) => shapeOf(rule, position, world));
  return allows.flatMap((allow, position) => {
    const shape = shapeOf(allow, position, world);
    return refusing.filter((deny) => mayOverlap(shape, deny, effort)).map(({ rule: deny }) => ({ allow, deny }));
  });
}

/** A repository chooses how many rules it has. */
const EFFORT = 4_000_000;
