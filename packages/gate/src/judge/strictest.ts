import { STRICTNESS } from '../types/rule.ts';
import type { Verdict } from '../types/verdict.ts';
import { isDefaultVerdict } from './default-verdict.ts';

/**
 * deny > ask > allow. Among questions, one that a written rule or an unclear part asks comes before one that is asked by default: its
 * reason is the better one, and hosts get no question that is only asked by default. Among allows, a rule comes before no rule needed.
 */
export function strictest(verdicts: readonly [Verdict, ...Verdict[]]): Verdict {
  return verdicts.reduce((worst, verdict) => (outdoes(verdict, worst) ? verdict : worst));
}

function outdoes(verdict: Verdict, worst: Verdict): boolean {
  const stricter = STRICTNESS[verdict.action] - STRICTNESS[worst.action];
  if (stricter !== 0) return stricter > 0;
  if (verdict.action === 'allow') return worst.because.kind === 'harmless' && verdict.because.kind !== 'harmless';
  return verdict.action === 'ask' && isDefaultVerdict(worst.because) && !isDefaultVerdict(verdict.because);
}
