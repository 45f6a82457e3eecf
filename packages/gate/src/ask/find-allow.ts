import type { ToolCall } from '@caliban/calls';
import { ruleVerdict } from '../filter/rule-verdict.ts';
import { judge } from '../judge/judge.ts';
import { createRuleBook, type RuleBookOptions } from '../judge/rule-book.ts';
import { formatPattern } from '../pattern/format-pattern.ts';
import { parsePattern } from '../pattern/parse-pattern.ts';
import type { Rule } from '../types/rule.ts';
import type { Verdict } from '../types/verdict.ts';
import { type AllowPlace, allowText, indexAt, PLACES_FOR_ANY, placesAgainst, type Remedy } from './allow-place.ts';

/** The rules in force, so that an allow can be tried before it is offered. */
export type RulesInForce = RuleBookOptions & {
  /** In the order in which they are tried. */
  readonly rules: readonly Rule[];
  /** Allows of project and local files don't apply. */
  readonly projectOnlyTightens?: boolean;
};

/** A call that wasn't allowed, and the rules among which an allow for it is tested. */
export type Attempt = {
  readonly call: ToolCall;
  readonly verdict: Verdict;
  readonly remedy: Remedy;
  /** Undefined: nothing can be tested, and the first place is used. */
  readonly inForce: RulesInForce | undefined;
};

export type Found =
  | { readonly kind: 'works'; readonly text: string; readonly isFirstFlag: boolean }
  /** Pasting it would give something other than what is shown. */
  | { readonly kind: 'unsafe' }
  /** The call would still not run: this rule would prevent it. */
  | { readonly kind: 'futile'; readonly by: Rule | undefined };

/** The pattern as it has to be written in that place; null if it can't be. */
export type PatternIn = (place: AllowPlace) => string | null;

/** Puts an allow before the rule that asks, then before whichever rule asks instead. */
export function findAllow(patternIn: PatternIn, attempt: Attempt): Found {
  const met = new Set<string>();
  let rule = ruleOf(attempt.verdict);
  for (;;) {
    const found = findAmong(placesAgainst(rule, attempt.remedy), patternIn, attempt);
    const isAtEnd = found.kind !== 'futile' || found.by === undefined || met.has(nameOf(found.by));
    if (isAtEnd || met.size === MAX_OVERTAKEN) return found;
    rule = found.by;
    met.add(nameOf(rule));
  }
}

/** A model chooses how many rules its call matches, and each of these costs compiling a few books. */
const MAX_OVERTAKEN = 3;

/** Puts an allow below everything in its own file, so that it lifts nothing there. */
export function findAllowBelow(patternIn: PatternIn, attempt: Attempt): Found {
  return findAmong(PLACES_FOR_ANY[attempt.remedy], patternIn, attempt);
}

function findAmong(places: readonly AllowPlace[], patternIn: PatternIn, attempt: Attempt): Found {
  const { call, verdict, inForce } = attempt;
  let failed: Found = { kind: 'unsafe' };
  let last = verdict;
  for (const place of places) {
    const pattern = patternIn(place);
    const text = pattern === null ? null : allowText(pattern, place);
    if (pattern === null || text === null) continue;
    const works: Found = { kind: 'works', text, isFirstFlag: place.layer === 'cli' && place.at === 'top' };
    if (inForce === undefined) return works;
    last = judgeWithAllow(call, pattern, place, inForce) ?? last;
    if (last.action === 'allow') return works;
    failed = { kind: 'futile', by: ruleOf(last) };
  }
  return failed;
}

/** The verdict on the call with this allow in that place; null if it can't be put there. */
function judgeWithAllow(call: ToolCall, pattern: string, place: AllowPlace, inForce: RulesInForce): Verdict | null {
  const { rules, projectOnlyTightens = false, ...options } = inForce;
  if (projectOnlyTightens && (place.layer === 'project' || place.layer === 'local')) return null;
  const parsed = parsePattern(pattern);
  const index = indexAt(place, rules);
  if (!parsed.ok || index === null) return null;
  const allow: Rule = { pattern: parsed.value, action: 'allow', source: { layer: place.layer } };
  const book = createRuleBook([...rules.slice(0, index), allow, ...rules.slice(index)], options);
  return judge(book, call);
}

/** The rule that decided, before any mode. */
export function ruleOf(verdict: Verdict): Rule | undefined {
  const { because } = ruleVerdict(verdict);
  return because.kind === 'rule' ? because.rule : undefined;
}

function nameOf({ pattern, source }: Rule): string {
  return `${source.layer} ${source.line} ${formatPattern(pattern)}`;
}
