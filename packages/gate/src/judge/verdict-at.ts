import type { Part, Verdict } from '../types/verdict.ts';
import { NO_RULE, type RuleIndex } from './rule-index.ts';

/** What the rule at this position says; where none matched, the answer is ask. */
export function verdictAt(rules: RuleIndex, position: number, part?: Part): Verdict {
  if (position < 0) {
    const message = 'the rules took too long on this text';
    return { action: 'deny', because: { kind: 'fault', message } };
  }
  if (position >= NO_RULE) {
    return { action: 'ask', because: part === undefined ? { kind: 'no-rule' } : { kind: 'no-rule', part } };
  }
  const rule = rules.rule(position);
  return { action: rule.action, because: part === undefined ? { kind: 'rule', rule } : { kind: 'rule', rule, part } };
}
