import { TOOL_PROFILES } from '@caliban/calls';
import { CLASS_NAMES, CLASSES, type ClassName } from '@caliban/calls/classes';
import { mayOverlap } from '../inspect/compare/overlap.ts';
import { shapeOf } from '../inspect/rule-shape.ts';
import { classOfPattern } from '../pattern/class-of-pattern.ts';
import { formatPattern } from '../pattern/format-pattern.ts';
import { parsePattern } from '../pattern/parse-pattern.ts';
import type { Rule } from '../types/rule.ts';
import type { LearnedRule, LearnPolicy } from './learn-rules.ts';

/**
 * Rules that make the learned ones below them safe, whatever those match, because the first match decides: the denies and asks of
 * later layers with their exceptions, and then an ask for every dangerous class.
 */
export function rulesAbove(policy: LearnPolicy): readonly Rule[] {
  const there = new Set(policy.before.filter(({ action }) => action !== 'allow').map(ruleKey));
  return [...repeatedRules(policy), dangerousRule(policy)].filter((rule) => !there.has(ruleKey(rule)));
}

/** Without the asks, and their exceptions, that can't overlap with these allows. */
export function neededAbove(above: readonly Rule[], allows: readonly Rule[]): readonly Rule[] {
  if (allows.length === 0) return [];
  const needed: Rule[] = [];
  for (const rule of above.toReversed()) if (isNeeded(rule, needed, allows)) needed.unshift(rule);
  return needed;
}

/** An allow is an exception from a repeated rule below it; a deny may be about a dangerous call. */
function isNeeded(rule: Rule, below: readonly Rule[], allows: readonly Rule[]): boolean {
  switch (rule.action) {
    case 'deny':
      return true;
    case 'ask':
      return isDangerQuestion(rule) || [...allows, ...exceptions(below)].some((allow) => mayMeet(rule, allow));
    case 'allow':
      return below.some((other) => other.action !== 'allow' && !isDangerQuestion(other) && mayMeet(rule, other));
  }
}

function exceptions(rules: readonly Rule[]): readonly Rule[] {
  return rules.filter(({ action }) => action === 'allow');
}

export function learnedFrom(rule: Rule, { isRejected }: { readonly isRejected: boolean }): LearnedRule {
  const explanation = isRejected
    ? 'someone rejected this call, and @read-only would allow it'
    : isDangerQuestion(rule)
      ? `${CLASSES.dangerous.description}; with this rule the wider ones below it are safe`
      : 'a rule of a later file, repeated so that the rules below do not come before it';
  const evidence = { calls: 0, sessions: 0, last: 0, examples: [] };
  return { pattern: formatPattern(rule.pattern), action: rule.action, evidence, explanation, needs: [] };
}

/** Denies of layers under `enforce` override every other layer, and dangerous classes are asked about anyway. */
function repeatedRules({ after, options, source }: LearnPolicy): readonly Rule[] {
  return after
    .filter(({ source: { layer } }) => layer !== 'builtin')
    .filter(({ action, source: { layer } }) => action !== 'deny' || options.enforcedLayers?.includes(layer) !== true)
    .filter(({ action, pattern }) => action !== 'ask' || !DANGEROUS.has(classOfPattern(pattern) ?? 'network'))
    .map(({ pattern, action }) => ({ pattern, action, source }));
}

const DANGEROUS: ReadonlySet<ClassName> = new Set(
  CLASS_NAMES.filter((name) => name !== 'read-only' && name !== 'network'),
);

function dangerousRule({ source }: LearnPolicy): Rule {
  const pattern = parsePattern('@dangerous');
  if (!pattern.ok) throw new Error(pattern.error.message);
  return { pattern: pattern.value, action: 'ask', source };
}

function isDangerQuestion({ pattern, action }: Rule): boolean {
  return action === 'ask' && classOfPattern(pattern) === 'dangerous';
}

/** `true` if it can't be decided. */
function mayMeet(one: Rule, other: Rule): boolean {
  const classes = [classOfPattern(one.pattern), classOfPattern(other.pattern)];
  // A call in another class isn't read-only.
  if (classes.includes('read-only') && classes.every((name) => name !== null)) return classes[0] === classes[1];
  const [first, second] = [one, other].map((rule) => shapeOf(rule, 0, { profiles: TOOL_PROFILES, roots: {} }));
  return first === undefined || second === undefined || mayOverlap(first, second, { left: EFFORT });
}

const EFFORT = 200_000;

function ruleKey({ pattern, action }: Rule): string {
  return `${action} ${formatPattern(pattern)}`;
}
