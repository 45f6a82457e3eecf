import type { Part, Verdict } from '../types/verdict.ts';
import { NO_RULE, type RuleIndex } from './rule-index.ts';

/** What the rule at this position says; where none matched, the answer is ask. */
export function verdictAt(rules: RuleIndex, position: number, part?: Part): Verdict {
  const where = part === undefined ? {} : { part };
  if (position < 0) {
    const message = 'the rules took too long on this text';
    return { action: 'deny', because: { kind: 'fault', message } };
  }
  if (position >= NO_RULE) return { action: 'ask', because: { kind: 'no-rule', ...where } };
  const rule = rules.rule(position);
  return { action: rule.action, because: { kind: 'rule', rule, ...where } };
}
