import type { Verdict } from '../types/verdict.ts';

/** A yes or a no, so there is nothing to ask. */
export type FinalVerdict = Verdict & { readonly action: 'allow' | 'deny' };

export function isFinal(verdict: Verdict): verdict is FinalVerdict {
  return verdict.action === 'allow' || verdict.action === 'deny';
}
