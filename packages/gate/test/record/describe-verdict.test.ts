import { describe, expect, test } from 'vitest';
import { describeVerdict } from '../../src/record/describe-verdict.ts';
import type { Part, Verdict } from '../../src/types/verdict.ts';
import { ASKED, byRule, IN_PROJECT, madeRule } from '../helpers/made-calls.ts';
import { DOUBTFUL } from '../helpers/made-classifiers.ts';

const RM: Part = { kind: 'command', text: 'rm -rf ~', number: 2, of: 2 };
const ONLY: Part = { kind: 'command', text: 'rm -rf ~', number: 1, of: 1 };
const LINE: Part = { kind: 'line', text: 'ls && rm -rf ~', number: 1, of: 1 };
const NO_RM = madeRule('Bash:rm *', 'deny', { source: IN_PROJECT });
const ANY_BASH = madeRule('Bash', 'ask');

describe('describeVerdict', () => {
  test.each<[string, Verdict]>([
    ['deny: rule `Bash:rm *` (project, .caliban/permissions.toml:12)', byRule(NO_RM)],
    ['deny: rule `Bash:rm *` (project, .caliban/permissions.toml:12)', byRule(NO_RM, ONLY)],
    [
      'deny: "rm -rf ~" (part 2 of 2) matches rule `Bash:rm *` (project, .caliban/permissions.toml:12)',
      byRule(NO_RM, RM),
    ],
    ['deny: the line as a whole matches rule `Bash:rm *` (project, .caliban/permissions.toml:12)', byRule(NO_RM, LINE)],
    ['allow: rule `Bash(git *)` (cli)', byRule(madeRule('Bash(git *)', 'allow', { source: { layer: 'cli' } }))],
    ['ask: rule `X` (user, a.toml)', byRule(madeRule('X', 'ask', { source: { layer: 'user', file: 'a.toml' } }))],
    ['ask: rule `Bash` (builtin)', byRule(ANY_BASH)],
    ['ask: "rm -rf ~" (part 2 of 2) matches no allow rule', byRule(ANY_BASH, RM)],
    ['ask: "rm -rf ~" (part 2 of 2) matches no allow rule', { action: 'ask', because: { kind: 'no-rule', part: RM } }],
    ['ask: no rule matches', ASKED],
    ['allow: nothing in it needs a rule', { action: 'allow', because: { kind: 'harmless' } }],
    [
      'ask: the command cannot be vouched for: unbalanced quote',
      { action: 'ask', because: { kind: 'opaque', problem: 'unbalanced quote' } },
    ],
    [
      'ask: the command cannot be vouched for: unbalanced quote; rule `Bash` (builtin) does not cover that',
      { action: 'ask', because: { kind: 'opaque', problem: 'unbalanced quote', rule: ANY_BASH } },
    ],
    [
      'deny: plan mode, over ask: rule `Bash` (builtin)',
      { action: 'deny', because: { kind: 'mode', mode: 'plan', over: byRule(ANY_BASH) } },
    ],
    [
      'ask: the classifier said soft_deny (Model: touches the network), over ask: no rule matches',
      { action: 'ask', because: { kind: 'classifier', opinion: DOUBTFUL, over: ASKED } },
    ],
    ['deny: the check failed: boo', { action: 'deny', because: { kind: 'fault', message: 'boo' } }],
  ])('%s', (sentence, verdict) => {
    expect(describeVerdict(verdict)).toBe(sentence);
  });

  test.each<[string, Verdict]>([
    ['a part', { action: 'ask', because: { kind: 'no-rule', part: { ...RM, text: 'rm\x1b[2J\n\u202e' } } }],
    ['a pattern', byRule(madeRule('Bash:a\x1b[2J\nb', 'deny'))],
    ['a file', byRule(madeRule('X', 'deny', { source: { layer: 'project', file: 'a\x1b\n' } }))],
    ['a problem', { action: 'ask', because: { kind: 'opaque', problem: '\x1b\n' } }],
    [
      'a classifier’s reason',
      { action: 'ask', because: { kind: 'classifier', opinion: { ...DOUBTFUL, reason: '\x1b\n' }, over: ASKED } },
    ],
    ['a fault', { action: 'deny', because: { kind: 'fault', message: '\x1b\n' } }],
  ])('what is in %s cannot steer the terminal', (_, verdict) => {
    expect(describeVerdict(verdict)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test('a very long part is cut', () => {
    const long: Verdict = { action: 'ask', because: { kind: 'no-rule', part: { ...RM, text: 'x'.repeat(60_000) } } };
    expect(describeVerdict(long).length).toBeLessThan(400);
  });
});
