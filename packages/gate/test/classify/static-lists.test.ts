import { describe, expect, test } from 'vitest';
import { walkStaticLists } from '../../src/classify/static-lists.ts';
import type { Action } from '../../src/types/rule.ts';
import type { Verdict } from '../../src/types/verdict.ts';
import { ASKED, byRule, madeCall, madeRule } from '../helpers/made-calls.ts';

const CALL = madeCall('Bash');

/** A judge over one list that found this pattern in it, or nothing. */
function found(pattern: string | null, action: Action): () => Verdict {
  return () => (pattern === null ? ASKED : byRule(madeRule(pattern, action)));
}

describe('walkStaticLists', () => {
  test.each([
    ['in all three', ['Bash:a', 'Bash:b', 'Bash:c'], { list: 'hard_deny', pattern: 'Bash:a' }],
    ['in soft_deny and allow', [null, 'Bash:b', 'Bash:c'], { list: 'soft_deny', pattern: 'Bash:b' }],
    ['in allow', [null, null, 'Bash:c'], { list: 'allow', pattern: 'Bash:c' }],
    ['in none', [null, null, null], null],
  ] as const)('%s', (_, [hard, soft, allow], expected) => {
    const lists = walkStaticLists({
      hard_deny: found(hard, 'deny'),
      soft_deny: found(soft, 'deny'),
      allow: found(allow, 'allow'),
    });
    expect(lists(CALL)).toEqual(expected);
  });

  test('what a list is unsure of it does not speak about', () => {
    const opaque: Verdict = { action: 'ask', because: { kind: 'opaque', problem: 'unbalanced quote' } };
    const lists = walkStaticLists({ hard_deny: () => opaque, soft_deny: () => opaque, allow: () => opaque });
    expect(lists(CALL)).toBeNull();
  });
});
