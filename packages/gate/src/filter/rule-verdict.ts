import type { Because, Verdict } from '../types/verdict.ts';

export type RuleBecause = Exclude<
  Because,
  { readonly kind: 'own-file' | 'mode' | 'typed' | 'classifier' | 'not-confined' | 'needs-people' }
>;

/** The verdict of the rules, before mode and classifier. */
export function ruleVerdict(verdict: Verdict): Verdict & { readonly because: RuleBecause } {
  const { because } = verdict;
  switch (because.kind) {
    case 'own-file':
    case 'mode':
    case 'typed':
    case 'classifier':
    case 'not-confined':
    case 'needs-people':
      return ruleVerdict(because.over);
    case 'rule':
    case 'no-rule':
    case 'harmless':
    case 'opaque':
    case 'fault':
      return { ...verdict, because };
  }
}
