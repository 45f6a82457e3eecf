import { allowsOnlyConfined, type Layer, type Rule, STRICTNESS } from '../../types/rule.ts';
import { candidatesAmong } from '../compare/candidates.ts';
import { type CoverageContext, coverage } from '../compare/coverage.ts';
import { coveredByUnits } from '../compare/covered-by-units.ts';
import { coveredTogether } from '../compare/covered-together.ts';
import { type ExampleContext, exampleCalls, matchesAsWritten, singleCommands } from '../example-call.ts';
import type { ExampleCall, Finding, PlacedRule, Severity } from '../finding.ts';
import type { Shape } from '../rule-shape.ts';
import { callText, quotedPattern, ruleName, ruleNames } from './rule-name.ts';

/** Rules that earlier rules leave nothing to decide, each with the earlier ones and a call that shows it. */
export function findShadows(
  shapes: readonly Shape[],
  context: CoverageContext,
  { enforcedLayers, ...world }: ExampleContext & { readonly enforcedLayers: readonly Layer[] },
): Finding[] {
  const candidates = candidatesAmong(shapes);
  const findings: Finding[] = [];
  for (const later of shapes) {
    const locked = later.rule.action === 'deny' && enforcedLayers.includes(later.rule.source.layer);
    const rivals = candidates.for(later).filter((earlier) => !locked || sameLayer(earlier, later));
    const shadow = shadowOn(later, rivals, context);
    // A shadowed rule covers nothing beyond the rule above it. A rule that only allows confined runs decides nothing if nothing
    // can be confined.
    const isNew = shadow?.coverage !== 'full' || shadow.by.length > 1;
    if (isNew && !allowsOnlyConfined(later.rule)) candidates.add(later);
    if (shadow === null) continue;
    const exampleCall = shownBy(later, shadow.by, world);
    if (exampleCall !== null || isAboutClass(later)) findings.push(shadowFinding(later, shadow, exampleCall, context));
  }
  return findings;
}

type Shadow = { readonly coverage: 'full' | 'mostly'; readonly by: readonly Shape[] };

function shadowOn(later: Shape, earlier: readonly Shape[], context: CoverageContext): Shadow | null {
  let mostly: Shadow | null = null;
  for (const shape of earlier) {
    const covered = coverage(shape, later, context);
    if (covered === 'full') return { coverage: 'full', by: [shape] };
    if (covered === 'mostly') mostly ??= { coverage: 'mostly', by: [shape] };
  }
  const byUnits = coveredByUnits(later, earlier, context);
  if (byUnits !== null) return { coverage: 'full', by: byUnits };
  return coveredTogether(later, earlier, context) ?? mostly;
}

function sameLayer(one: PlacedRule, other: PlacedRule): boolean {
  return one.rule.source.layer === other.rule.source.layer;
}

function isAboutClass({ reaches }: Shape): boolean {
  return reaches.some(({ spec }) => spec.argument?.kind === 'class');
}

/** A call that matches the rule and one of those above it, as a whole or in one command of it. */
function shownBy(later: Shape, by: readonly Shape[], world: ExampleContext): ExampleCall | null {
  for (const { tool } of later.reaches) {
    for (const call of exampleCalls(later.rule, tool, world)) {
      const calls = [call, ...singleCommands(call, world)];
      if (by.some(({ rule }) => calls.some((each) => matchesAsWritten(rule, each, world)))) return call;
    }
  }
  return null;
}

function shadowFinding(
  later: Shape,
  shadow: Shadow,
  exampleCall: ExampleCall | null,
  context: CoverageContext,
): Finding {
  const { rule, position } = later;
  const by: readonly PlacedRule[] = shadow.by.map((shape) => ({ rule: shape.rule, position: shape.position }));
  const about = { rule, position, exampleCall, severity: severityOf(rule, by) };
  const [first, ...others] = shadow.by as [Shape, ...Shape[]];
  const self = `${quotedPattern(rule)} (${rule.action})`;
  const example = exampleCall === null ? '' : `, for example ${callText(exampleCall)}`;

  if (shadow.coverage === 'mostly') {
    const message = `${self} decides next to nothing: as usually written, all it matches meets ${ruleNames(by)} first${example}; move it above or remove it`;
    return { ...about, kind: 'mostly-shadowed', by, severity: 'warning', message };
  }
  const sameAction = first.rule.action === rule.action;
  if (others.length === 0 && sameAction && coverage(later, first, context) === 'full') {
    return {
      ...about,
      kind: 'duplicate',
      of: by[0] as PlacedRule,
      message: `${self} says the same as ${ruleName(first)}; remove one of them`,
    };
  }
  const message = `${self} can never decide: all it matches meets ${ruleNames(by)} first${example}; move it above or remove it`;
  return { ...about, kind: 'shadowed', by, message };
}

/** Worst if a list overrides its own strict rules; layers are meant to override each other. */
export function severityOf(rule: Rule, by: readonly PlacedRule[]): Severity {
  const weakened = by.some((other) => STRICTNESS[other.rule.action] < STRICTNESS[rule.action]);
  const sameLayer = by.some((other) => other.rule.source.layer === rule.source.layer);
  if (weakened) return sameLayer ? 'error' : 'warning';
  return sameLayer ? 'warning' : 'info';
}
