import { literalText } from '@caliban/calls/globs';
import type { ArgumentGlob, FieldGlob, Spec } from '../../types/pattern.ts';
import type { Effort } from '../containment/containment.ts';
import { containsArgument } from '../containment/contains-argument.ts';
import { containsText } from '../containment/contains-text.ts';
import { isAnyCall, type Reach, type Shape } from '../rule-shape.ts';
import { allowedLiteralCoverage, spellsSameRedirects, startsLikeAssignment } from './command-coverage.ts';

/**
 * How much of a later rule an earlier one takes away. `full`: no call is ever decided by the later rule. `mostly`: no call in its
 * usual spelling. `none` if the search couldn't decide.
 *
 * The earlier rule A must match everything that the later rule B matches. Patterns alone don't settle that, since the two kinds
 * of rule are tried differently: a deny or ask is tried on more spellings of a call than an allow.
 *
 *   A any call      full; but an allow for every command doesn't apply to unreadable lines once a deny or ask is above it,
 *                   so a deny or ask B still sees those: mostly.
 *   A deny or ask   full if A's globs contain B's: A is tried on everything B is tried on. Commands have four exceptions,
 *                   all mostly: a `~` deny or ask applies to every command of a line and an A without `~` only to its
 *                   own; an allow ignores harmless assignments in front of others (`LANG=C A=1 x` as `A=1 x`); an allow
 *                   that spells a whole line also covers it when surrounded by blanks; and an A that only requires fields
 *                   isn't tried on statements that only assign.
 *   A allow, B allow   full if the globs contain each other, but a B that spells out a whole line or a redirection covers
 *                   commands and files that A may not: none, unless A matches each of them.
 *   A allow, B deny or ask   never more than mostly: B sees quoted names, symlinks, user names in URLs and single elements of
 *                   arrays that A doesn't match.
 */
export type Coverage = 'full' | 'mostly' | 'none';

export type CoverageContext = {
  readonly effort: Effort;
  /** For rules taken together, and for searches in what others read, a separate budget: those are many and seldom succeed. */
  readonly unionEffort: Effort;
  /** The first deny or ask for this tool, by position. */
  readonly firstStrictOn: (tool: string) => number;
  /** The first allow for this tool that requires fields: only the call shows whether it matches. */
  readonly firstFieldAllowOn: (tool: string) => number;
};

export function coverage(earlier: Shape, later: Shape, context: CoverageContext): Coverage {
  let least: Coverage = 'full';
  for (const reach of later.reaches) {
    const covered = coverageOn(reach, earlier, later, context);
    if (covered === 'none') return 'none';
    if (covered === 'mostly') least = 'mostly';
  }
  return later.reaches.length === 0 ? 'none' : least;
}

/** The same for one of the later rule's tools. */
export function coverageOn(reach: Reach, earlier: Shape, later: Shape, context: CoverageContext): Coverage {
  const { argument } = reach.spec;
  context.effort.left -= COST_OF_A_LOOK * (argument?.kind === 'path' ? argument.glob.alternatives.length : 1);
  const spec = context.effort.left < 0 ? null : earlier.specOn(reach.tool);
  if (spec === null || !reachesAll(earlier, reach, context)) return 'none';
  if (isAnyCall(spec)) return anyCallCoverage(reach, earlier, later, context);
  if (!containsFields(spec.fields, reach.spec.fields, context)) return 'none';
  if (spec.argument !== null) {
    if (argument === null || containsArgument(spec.argument, argument, context.effort) !== 'yes') return 'none';
  }
  return coverageOfContained(spec, earlier, reach.spec, later);
}

/** In search states: the cost of finding two globs different at first sight. */
const COST_OF_A_LOOK = 4;

function reachesAll({ rule }: Shape, { unnamed, glob }: Reach, { effort }: CoverageContext): boolean {
  return !unnamed || rule.pattern.tool.alternatives.some((each) => containsText(each, glob, effort) === 'yes');
}

function anyCallCoverage({ tool, kind }: Reach, earlier: Shape, later: Shape, context: CoverageContext): Coverage {
  if (earlier.rule.action !== 'allow' || later.rule.action === 'allow') return 'full';
  return kind === 'command' && context.firstStrictOn(tool) < earlier.position ? 'mostly' : 'full';
}

function containsFields(
  larger: readonly FieldGlob[],
  smaller: readonly FieldGlob[],
  { effort }: CoverageContext,
): boolean {
  return larger.every(({ keys, glob }) =>
    smaller.some((field) => sameKeys(field.keys, keys) && containsText(glob, field.glob, effort) === 'yes'),
  );
}

function sameKeys(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}

/** The globs of the earlier rule contain those of the later one; see above for the meaning. */
export function coverageOfContained(spec: Spec, earlier: Shape, laterSpec: Spec, later: Shape): Coverage {
  const strict = earlier.rule.action !== 'allow';
  const { argument } = laterSpec;
  if (later.rule.action !== 'allow' && !strict) return 'mostly';
  if (argument?.kind !== 'text') return 'full';
  const literal = argument.anywhere ? null : literalText(argument.glob);
  if (later.rule.action === 'allow' && literal !== null)
    return allowedLiteralCoverage(literal, spec.argument, { strict });
  if (later.rule.action === 'allow' && !strict && !spellsSameRedirects(argument, spec.argument)) return 'none';
  return overlooks(spec.argument, argument, { strict, allows: later.rule.action === 'allow' }) ? 'mostly' : 'full';
}

/** Whether the later rule is tried in unusual places of a command line where the earlier one isn't. */
function overlooks(
  earlier: ArgumentGlob | null,
  later: Extract<ArgumentGlob, { kind: 'text' }>,
  { strict, allows }: { readonly strict: boolean; readonly allows: boolean },
): boolean {
  if (earlier === null) return startsLikeAssignment(later, earlier);
  if (allows) return strict && startsLikeAssignment(later, earlier);
  return later.anywhere && earlier.kind === 'text' && !earlier.anywhere;
}
