import type { Because } from '../types/verdict.ts';

/** Nobody wrote a rule for it: none matched, or only a built-in one. */
export function isFromNet(because: Because): because is Extract<Because, { kind: 'rule' | 'no-rule' }> {
  return because.kind === 'no-rule' || (because.kind === 'rule' && because.rule.source.layer === 'builtin');
}
