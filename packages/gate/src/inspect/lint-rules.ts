import { TOOL_PROFILES } from '../describe/tool-profiles.ts';
import type { Spec } from '../types/pattern.ts';
import type { Rule } from '../types/rule.ts';
import type { ToolProfiles } from '../types/tool-profile.ts';
import type { KnownRoots } from './containment/contains-path.ts';
import type { CoverageContext } from './coverage.ts';
import { denyDodges } from './deny-dodge.ts';
import type { Finding } from './finding.ts';
import { neverMatches } from './never-matches.ts';
import { overBroad } from './over-broad.ts';
import { type Shape, shapeOf } from './rule-shape.ts';
import { findShadows } from './shadows.ts';
import { staleNotes } from './stale-notes.ts';

export type LintOptions = {
  /** Today, for `expires_at`; without it no date is looked at. */
  readonly now?: Date;
  readonly profiles?: ToolProfiles;
  /** Where workspace and home are: lets `/repo/src/**` and `src/**` be compared. */
  readonly roots?: KnownRoots;
};

/** For all comparisons of one run; a list that people write needs a small part of it. */
const EFFORT = 8_000_000;
const UNION_EFFORT = 1_000_000;

/** What is wrong with a list of rules, in the order in which they are tried. Built-in rules are looked at, never blamed. */
export function lintRules(rules: readonly Rule[], options: LintOptions = {}): Finding[] {
  const { now, profiles = TOOL_PROFILES, roots = {} } = options;
  const world = { profiles, roots };
  const shapes = rules.map((rule, position) => shapeOf(rule, position, world));
  const context: CoverageContext = {
    effort: { left: EFFORT },
    unionEffort: { left: UNION_EFFORT },
    firstStrictOn: firstAmong(shapes, ({ action }) => action !== 'allow'),
    firstFieldAllowOn: firstAmong(shapes, ({ action }, { fields }) => action === 'allow' && fields.length > 0),
  };
  const written = shapes.filter(({ rule }) => rule.source.layer !== 'builtin');
  const findings = [
    ...findShadows(shapes, context, world),
    ...written.flatMap((shape) => [
      ...neverMatches(shape, world),
      ...overBroad(shape, world),
      ...staleNotes(shape, now),
    ]),
    ...denyDodges(shapes, context, world),
    ...(context.effort.left <= 0 ? unchecked(written) : []),
  ];
  return findings.sort((one, other) => one.position - other.position);
}

/** The position of the first rule for a tool that is of this kind. */
function firstAmong(shapes: readonly Shape[], isMeant: (rule: Rule, spec: Spec) => boolean): (tool: string) => number {
  const firsts = new Map<string, number>();
  return (tool) => {
    let first = firsts.get(tool);
    if (first === undefined) {
      const meant = shapes.find(({ rule, specOn }) => {
        const spec = specOn(tool);
        return spec !== null && isMeant(rule, spec);
      });
      first = meant?.position ?? Number.POSITIVE_INFINITY;
      firsts.set(tool, first);
    }
    return first;
  };
}

function unchecked(shapes: readonly Shape[]): Finding[] {
  const last = shapes.at(-1);
  if (last === undefined) return [];
  const message = 'not every rule was compared with every other: too many of them are too much alike';
  return [{ kind: 'unchecked', rule: last.rule, position: last.position, severity: 'info', message }];
}
