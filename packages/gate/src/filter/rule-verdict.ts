import type { Because, Verdict } from '../types/verdict.ts';

export type RuleBecause = Exclude<Because, { readonly kind: 'own-file' | 'mode' | 'classifier' }>;

/** What the rules said, before mode and classifier had their say. */
export function ruleVerdict(verdict: Verdict): Verdict & { readonly because: RuleBecause } {
  const { because } = verdict;
  switch (because.kind) {
    case 'own-file':
    case 'mode':
    case 'classifier':
      return ruleVerdict(because.over);
    case 'rule':
    case 'no-rule':
    case 'harmless':
    case 'opaque':
    case 'fault':
      return { ...verdict, because };
  }
}
