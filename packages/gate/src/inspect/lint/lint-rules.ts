import { TOOL_PROFILES, type ToolProfiles } from '@caliban/calls';
import type { Spec } from '../../types/pattern.ts';
import type { Layer, Rule } from '../../types/rule.ts';
import type { CoverageContext } from '../compare/coverage.ts';
import { isComparable } from '../containment/containment.ts';
import type { KnownRoots } from '../containment/contains-path.ts';
import type { Finding, PlacedRule } from '../finding.ts';
import { type Shape, shapeOf } from '../rule-shape.ts';
import { deniedSearches } from './denied-searches.ts';
import { denyDodges } from './deny-dodge.ts';
import { foldedBlanks } from './folded-blanks.ts';
import { halfProtected } from './half-protected.ts';
import { literalColons } from './literal-colon.ts';
import { looksLikeRegex } from './looks-like-regex.ts';
import { misspelledNames } from './misspelled-names.ts';
import { needsArguments } from './needs-arguments.ts';
import { neverConfined } from './never-confined.ts';
import { neverMatches } from './never-matches.ts';
import { overBroad } from './over-broad.ts';
import { quotedPattern } from './rule-name.ts';
import { findShadows } from './shadows.ts';
import { staleNotes } from './stale-notes.ts';

export type LintOptions = {
  /** Today, for `expires_at`; without it no date is checked. */
  readonly now?: Date;
  readonly profiles?: ToolProfiles;
  /** Where workspace and home are: lets `/repo/src/**` and `src/**` be compared. */
  readonly roots?: KnownRoots;
  /** Layers under `enforce`: no other layer lifts their denies, so none shadows them. */
  readonly enforcedLayers?: readonly Layer[];
  /** The value of `see_through_wrappers`: with it no wrapper bypasses a deny. */
  readonly seesThroughWrappers?: boolean | undefined;
};

/** For all comparisons of one run; a hand-written list needs a small part of it. */
const EFFORT = 8_000_000;
const UNION_EFFORT = 1_000_000;

/** Problems of a list of rules, in the order in which they are tried. Built-in rules are compared, but never reported. */
export function lintRules(rules: readonly Rule[], options: LintOptions = {}): Finding[] {
  const { now, profiles = TOOL_PROFILES, roots = {}, enforcedLayers = [], seesThroughWrappers = false } = options;
  const world = { profiles, roots };
  const all = rules.map((rule, position) => shapeOf(rule, position, world));
  const context: CoverageContext = {
    effort: { left: EFFORT },
    unionEffort: { left: UNION_EFFORT },
    firstStrictOn: firstAmong(all, ({ action }) => action !== 'allow'),
    firstFieldAllowOn: firstAmong(all, ({ action }, { fields }) => action === 'allow' && fields.length > 0),
  };
  const written = all.filter(isWritten);
  const shapes = all.filter(isOfSensibleSize);
  const shadows = findShadows(shapes, context, { ...world, enforcedLayers });
  const shadowed = new Set(shadows.flatMap(({ kind, position }) => (kind === 'mostly-shadowed' ? [] : [position])));
  const findings = [
    ...shadows,
    ...deniedSearches(shapes, context, world).filter(({ position }) => !shadowed.has(position)),
    ...shapes.flatMap((shape) => [
      ...neverMatches(shape, world),
      ...neverConfined(shape),
      ...literalColons(shape, world),
      ...looksLikeRegex(shape),
      ...foldedBlanks(shape),
      ...misspelledNames(shape, world),
      ...overBroad(shape, world),
    ]),
    ...(seesThroughWrappers ? [] : denyDodges(shapes, context, world)),
    ...halfProtected(shapes, context),
    ...needsArguments(shapes, world),
    ...all.flatMap((shape) => staleNotes(shape, now)),
    ...all
      .filter((shape) => !isOfSensibleSize(shape))
      .map((shape) => unchecked(shape, 'it is too large, or holds half a character')),
    ...(context.effort.left > 0
      ? []
      : written.slice(-1).map((shape) => unchecked(shape, 'too many are too much alike'))),
  ];
  return findings.filter(isWritten).sort((one, other) => one.position - other.position);
}

function isWritten({ rule }: PlacedRule): boolean {
  return rule.source.layer !== 'builtin';
}

const MAX_PATTERN_LENGTH = 4_000;

function isOfSensibleSize({ rule: { pattern }, reaches }: Shape): boolean {
  if (pattern.tool.text.length + pattern.specText.length > MAX_PATTERN_LENGTH) return false;
  return reaches.every(
    ({ spec: { argument } }) => argument === null || argument.kind === 'class' || isComparable(argument.glob),
  );
}

/** The position of the first such rule for a tool. */
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

function unchecked({ rule, position }: Shape, why: string): Finding {
  const message = `${quotedPattern(rule)} was not compared with every other rule: ${why}`;
  return { kind: 'unchecked', rule, position, severity: 'info', message };
}
