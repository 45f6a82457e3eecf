import type { Action } from '../types/rule.ts';
import type { Verdict } from '../types/verdict.ts';

const SEVERITY: Readonly<Record<Action, number>> = { allow: 0, ask: 1, deny: 2 };

/** deny > ask > allow; among equals the first. */
export function strictest(verdicts: readonly [Verdict, ...Verdict[]]): Verdict {
  return verdicts.reduce((worst, verdict) => (SEVERITY[verdict.action] > SEVERITY[worst.action] ? verdict : worst));
}
