import type { Because } from '../types/verdict.ts';

/** No written rule decided: none matched, or only a built-in one did. */
export function isDefaultVerdict(because: Because): because is Extract<Because, { kind: 'rule' | 'no-rule' }> {
  return because.kind === 'no-rule' || (because.kind === 'rule' && because.rule.source.layer === 'builtin');
}
