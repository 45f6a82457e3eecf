import { STRICTNESS } from '../types/rule.ts';
import type { Verdict } from '../types/verdict.ts';

/** deny > ask > allow; among equals the first. */
export function strictest(verdicts: readonly [Verdict, ...Verdict[]]): Verdict {
  return verdicts.reduce((worst, verdict) => (STRICTNESS[verdict.action] > STRICTNESS[worst.action] ? verdict : worst));
}
