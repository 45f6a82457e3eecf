import type { AbsolutePath } from '@caliban/calls';
import { describe, expect, test } from 'vitest';
import { decisionEntry, verdictEntry } from '../../src/record/audit-entry.ts';
import type { Answer } from '../../src/types/answer.ts';
import type { Decision } from '../../src/types/decision.ts';
import type { Part, Verdict } from '../../src/types/verdict.ts';
import { ASKED, byRule, IN_PROJECT, madeCall, madeRule, WORKSPACE } from '../helpers/made-calls.ts';
import { DOUBTFUL } from '../helpers/made-classifiers.ts';

const CALL = madeCall('Bash', {
  input: { command: 'git status && rm -rf ~' },
  context: { workspace: WORKSPACE, cwd: '/repo/src' as AbsolutePath },
  origin: { host: 'codex', sessionId: 's1', turn: 3, toolUseId: 't9', agent: 'reviewer', ownName: 'ba.sh' },
});
const PART: Part = { kind: 'command', text: 'rm -rf ~', number: 2, of: 2 };
const RULE = madeRule('Bash:rm *', 'ask', { source: IN_PROJECT, comment: 'careful' });
const BY_RULE: Verdict = {
  ...byRule(RULE, PART),
  partRules: [{ rule: RULE, part: 2 }, { rule: madeRule('Bash', 'ask') }],
};
const CIRCUMSTANCES = { from: 1_000_000, to: 1_000_001.5, mode: 'default' } as const;

test('every field', () => {
  const verdict: Verdict = { action: 'deny', because: { kind: 'mode', mode: 'plan', over: BY_RULE } };
  const decision: Decision = { outcome: 'deny', verdict, message: 'no' };
  expect(decisionEntry(CALL, decision, { ...CIRCUMSTANCES, mode: 'plan' })).toStrictEqual({
    ts: '1970-01-01T00:16:40.001Z',
    session_id: 's1',
    turn: 3,
    tool_use_id: 't9',
    agent: 'reviewer',
    host: 'codex',
    workspace: '/repo',
    cwd: '/repo/src',
    tool_name: 'Bash',
    own_name: 'ba.sh',
    input: { command: 'git status && rm -rf ~' },
    action: 'deny',
    outcome: 'deny',
    mode: 'plan',
    rule: {
      pattern: 'Bash:rm *',
      action: 'ask',
      layer: 'project',
      file: '.caliban/permissions.toml',
      line: 12,
      comment: 'careful',
    },
    rules: [
      { part: 2, pattern: 'Bash:rm *', action: 'ask', layer: 'project', file: '.caliban/permissions.toml', line: 12 },
      { part: undefined, pattern: 'Bash', action: 'ask', layer: 'builtin', file: undefined, line: undefined },
    ],
    because: { kind: 'mode', mode: 'plan', over: { action: 'ask', because: { kind: 'rule' } } },
    part: PART,
    took_us: 1500,
    confined: undefined,
    rehearsal: undefined,
  });
});

test('what is not known is left out of the line', () => {
  const entry = verdictEntry(madeCall('X'), ASKED, { from: 0, to: 0, mode: 'disabled' });
  expect(JSON.parse(JSON.stringify(entry))).toStrictEqual({
    ts: '1970-01-01T00:00:00.000Z',
    workspace: '/repo',
    cwd: '/repo',
    tool_name: 'X',
    input: {},
    action: 'ask',
    outcome: 'handed-over',
    mode: 'disabled',
    because: { kind: 'no-rule' },
    took_us: 0,
  });
});

test.each([
  ['allow', 'allow'],
  ['deny', 'deny'],
  ['ask', 'handed-over'],
] as const)('a verdict of %s given to a host is logged as %s', (action, outcome) => {
  const verdict: Verdict = { action, because: { kind: 'no-rule' } };
  const entry = verdictEntry(CALL, verdict, CIRCUMSTANCES);
  expect([entry.action, entry.outcome]).toEqual([action, outcome]);
});

describe('because', () => {
  const over = { action: 'ask', because: { kind: 'no-rule' } };

  test.each<[string, Verdict, unknown]>([
    ['rule', BY_RULE, { kind: 'rule' }],
    ['harmless', { action: 'allow', because: { kind: 'harmless' } }, { kind: 'harmless' }],
    ['opaque', { action: 'ask', because: { kind: 'opaque', problem: 'p' } }, { kind: 'opaque', problem: 'p' }],
    ['fault', { action: 'deny', because: { kind: 'fault', message: 'm' } }, { kind: 'fault', message: 'm' }],
    [
      'classifier',
      { action: 'ask', because: { kind: 'classifier', opinion: DOUBTFUL, over: ASKED } },
      { kind: 'classifier', verdict: 'soft_deny', source: 'Model', reason: 'touches the network', over },
    ],
  ])('%s', (_, verdict, because) => {
    expect(verdictEntry(CALL, verdict, CIRCUMSTANCES).because).toEqual(because);
  });

  test.each<[Answer, unknown]>([
    [
      { kind: 'once', action: 'allow', by: 'operator' },
      { kind: 'operator', answer: 'allow once', by: 'operator', over },
    ],
    [
      { kind: 'once', action: 'deny', by: 'non-interactive', message: 'no' },
      { kind: 'operator', answer: 'reject once', by: 'non-interactive', over },
    ],
    [
      { kind: 'once', action: 'allow', by: 'auto-allow' },
      { kind: 'operator', answer: 'allow once', by: 'auto-allow', over },
    ],
    [
      { kind: 'always', rule: madeRule('Bash:rm x', 'allow'), scope: 'project', by: 'operator' },
      { kind: 'operator', answer: 'always allow', by: 'operator', pattern: 'Bash:rm x', scope: 'project', over },
    ],
    [
      {
        kind: 'always',
        rule: madeRule('Bash:rm x', 'allow'),
        scope: 'user',
        by: 'operator',
        also: [{ rule: madeRule('Bash:make', 'allow') }],
      },
      {
        kind: 'operator',
        answer: 'always allow',
        by: 'operator',
        pattern: 'Bash:rm x',
        scope: 'user',
        also: ['Bash:make'],
        over,
      },
    ],
    [
      { kind: 'always', rule: madeRule('Bash:rm *', 'deny'), scope: 'session', by: 'operator' },
      { kind: 'operator', answer: 'always reject', by: 'operator', pattern: 'Bash:rm *', scope: 'session', over },
    ],
  ])('answer %#', (answer, because) => {
    const decision: Decision = { outcome: 'allow', verdict: ASKED, answer };
    expect(decisionEntry(CALL, decision, CIRCUMSTANCES).because).toEqual(because);
  });
});

test('a rule that did not cover an opaque line decided nothing', () => {
  const opaque: Verdict = { action: 'ask', because: { kind: 'opaque', problem: 'p', rule: RULE, part: PART } };
  const { rule, part } = verdictEntry(CALL, opaque, CIRCUMSTANCES);
  expect([rule, part]).toEqual([undefined, PART]);
});

test('a clock that went backwards took no time', () => {
  expect(verdictEntry(CALL, ASKED, { from: 10, to: 5, mode: 'default' }).took_us).toBe(0);
});
