import { allPeopleNeeded, peopleNeededBy, STRICTNESS } from '../types/rule.ts';
import type { Because, Part, Verdict } from '../types/verdict.ts';
import { NO_RULE, type RuleIndex } from './rule-index.ts';

/**
 * deny > ask > allow. Among asks, one that needs several people comes first, and one from a written rule or an opaque part comes
 * before one that is asked by default: its reason is better, and hosts get no question that is only asked by default. Among
 * allows, a rule comes before "no rule needed".
 */
export function strictest(verdicts: readonly [Verdict, ...Verdict[]]): Verdict {
  return verdicts.reduce((worst, verdict) => withPeople(outdoes(verdict, worst) ? verdict : worst, worst, verdict));
}

/** One part must not hide that another one needs several people, or someone else. */
function withPeople(strictest: Verdict, { people: one }: Verdict, { people: other }: Verdict): Verdict {
  if (strictest.action !== 'ask' || one === undefined || other === undefined) return strictest;
  return { ...strictest, people: allPeopleNeeded(one, other) };
}

function outdoes(verdict: Verdict, worst: Verdict): boolean {
  const stricter = STRICTNESS[verdict.action] - STRICTNESS[worst.action];
  if (stricter !== 0) return stricter > 0;
  if (verdict.action === 'allow') return worst.because.kind === 'harmless' && verdict.because.kind !== 'harmless';
  if (verdict.action !== 'ask' || worst.people !== undefined) return false;
  return verdict.people !== undefined || (isDefaultVerdict(worst.because) && !isDefaultVerdict(verdict.because));
}

/** No written rule decided: none matched, or only a built-in one did. */
export function isDefaultVerdict(because: Because): because is Extract<Because, { kind: 'rule' | 'no-rule' }> {
  return because.kind === 'no-rule' || (because.kind === 'rule' && because.rule.source.layer === 'builtin');
}

/** The verdict of the rule at this position; if none matched, it is ask. */
export function verdictAt(rules: RuleIndex, position: number, part?: Part): Verdict {
  if (position < 0) {
    const message = 'the rules took too long on this text';
    return { action: 'deny', because: { kind: 'fault', message } };
  }
  if (position >= NO_RULE) {
    return { action: 'ask', because: part === undefined ? { kind: 'no-rule' } : { kind: 'no-rule', part } };
  }
  const rule = rules.rule(position);
  const people = peopleNeededBy(rule);
  return {
    action: rule.action,
    because: part === undefined ? { kind: 'rule', rule } : { kind: 'rule', rule, part },
    ...(people === null ? {} : { people }),
  };
}
