import { STRICTNESS } from '../types/rule.ts';
import type { Verdict } from '../types/verdict.ts';
import { isFromNet } from './from-net.ts';

/**
 * deny > ask > allow; among equal questions the first that somebody wrote a rule for, because its comment is for whoever answers; and what needs a rule speaks
 * before what needs none.
 */
export function strictest(verdicts: readonly [Verdict, ...Verdict[]]): Verdict {
  return verdicts.reduce((worst, verdict) => (outdoes(verdict, worst) ? verdict : worst));
}

function outdoes(verdict: Verdict, worst: Verdict): boolean {
  const stricter = STRICTNESS[verdict.action] - STRICTNESS[worst.action];
  if (stricter !== 0) return stricter > 0;
  if (verdict.action === 'allow') return worst.because.kind === 'harmless' && verdict.because.kind !== 'harmless';
  return (
    verdict.action === 'ask' &&
    verdict.because.kind === 'rule' &&
    isFromNet(worst.because) &&
    !isFromNet(verdict.because)
  );
}
