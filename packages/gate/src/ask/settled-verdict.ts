import type { Verdict } from '../types/verdict.ts';

/** A yes or a no: there is nothing to ask. */
export type SettledVerdict = Verdict & { readonly action: 'allow' | 'deny' };

export function isSettled(verdict: Verdict): verdict is SettledVerdict {
  return verdict.action === 'allow' || verdict.action === 'deny';
}
