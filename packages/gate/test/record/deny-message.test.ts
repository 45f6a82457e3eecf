import { describe, expect, test } from 'vitest';
import { denyMessage, rejectMessage } from '../../src/record/deny-message.ts';
import type { Answer } from '../../src/types/answer.ts';
import type { Because } from '../../src/types/verdict.ts';
import { ASKED, bashCall, byRule, IN_PROJECT, madeCall, madeRule } from '../helpers/made-calls.ts';
import { WRONG } from '../helpers/made-classifiers.ts';

const CALL = bashCall('rm -rf ~');
const PLAIN = madeRule('Bash:rm *', 'deny', { source: IN_PROJECT, comment: 'Bob lost a disk' });
const WITH_REASON = madeRule('Bash:rm *', 'deny', { comment: 'Bob lost a disk', reason: 'use git revert' });

describe('denyMessage', () => {
  test.each<[string, Because]>([
    ['use git revert', { kind: 'rule', rule: WITH_REASON }],
    ['this Bash call is denied by the rule `Bash:rm *`', { kind: 'rule', rule: PLAIN }],
    [
      'this Bash call is denied by the rule `Bash:rm *` (in part 2 of 3)',
      { kind: 'rule', rule: PLAIN, part: { kind: 'command', text: 'rm -rf ~', number: 2, of: 3 } },
    ],
    ['this Bash call is denied by the rule `Bash:rm *`', { kind: 'rule', rule: { ...PLAIN, reason: '' } }],
    ['no rule allows this Bash call', { kind: 'no-rule' }],
    [
      'this Bash call is refused: unbalanced quote; write it as simpler commands',
      { kind: 'opaque', problem: 'unbalanced quote' },
    ],
    ['plan mode is read-only: Bash is refused until plan mode is left', { kind: 'mode', mode: 'plan', over: ASKED }],
    [
      'auto mode refused this Bash call: deletes the home directory',
      { kind: 'classifier', opinion: WRONG, over: ASKED },
    ],
    ['the permission check failed, so the call was refused: boo', { kind: 'fault', message: 'boo' }],
  ])('%s', (message, because) => {
    expect(denyMessage(CALL, { action: 'deny', because })).toBe(message);
  });

  test('the comment is for people', () => {
    expect([PLAIN, WITH_REASON].map((rule) => denyMessage(CALL, byRule(rule))).join()).not.toContain('Bob');
  });

  test('a tool name cannot steer the terminal', () => {
    expect(denyMessage(madeCall('mcp__\x1b[2J'), byRule(PLAIN))).toContain('mcp__\\e[2J');
  });
});

describe('rejectMessage', () => {
  test.each<[string, Answer]>([
    ['the operator rejected this Bash call', { kind: 'once', action: 'deny', by: 'operator' }],
    ['the operator rejected this Bash call', { kind: 'once', action: 'deny', by: 'operator', message: '' }],
    ['try the dry run', { kind: 'once', action: 'deny', by: 'operator', message: 'try the dry run' }],
    [
      'this Bash call is denied by the rule `Bash:rm *`',
      { kind: 'always', rule: PLAIN, scope: 'user', by: 'operator' },
    ],
    ['use git revert', { kind: 'always', rule: WITH_REASON, scope: 'session', by: 'operator' }],
  ])('%s', (message, answer) => {
    expect(rejectMessage(CALL, answer)).toBe(message);
  });
});
