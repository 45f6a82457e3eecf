import type { ToolCall } from '@caliban/calls';
import { judge } from '../judge/judge.ts';
import { createRuleBook, type RuleBookOptions } from '../judge/rule-book.ts';
import { parsePattern } from '../pattern/parse-pattern.ts';
import type { Rule } from '../types/rule.ts';
import type { Verdict } from '../types/verdict.ts';
import { type AllowPlace, indexAt } from './allow-place.ts';

/** The rules in force, so that an allow can be tried before it is offered. */
export type RulesInForce = RuleBookOptions & {
  /** In the order in which they are tried. */
  readonly rules: readonly Rule[];
  /** Allows of project and local files don't apply. */
  readonly projectOnlyTightens?: boolean;
};

/** The verdict on the call with this allow in that place; null if it can't be put there. */
export function judgeWithAllow(
  call: ToolCall,
  pattern: string,
  place: AllowPlace,
  inForce: RulesInForce,
): Verdict | null {
  const { rules, projectOnlyTightens = false, ...options } = inForce;
  if (projectOnlyTightens && (place.layer === 'project' || place.layer === 'local')) return null;
  const parsed = parsePattern(pattern);
  const index = indexAt(place, rules);
  if (!parsed.ok || index === null) return null;
  const allow: Rule = { pattern: parsed.value, action: 'allow', source: { layer: place.layer } };
  const book = createRuleBook([...rules.slice(0, index), allow, ...rules.slice(index)], options);
  return judge(book, call);
}
