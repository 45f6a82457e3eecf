import { absolutePath, describeCall } from '@caliban/calls';
import { describe, expect, test } from 'vitest';
import { createRuleBook } from '../src/judge/rule-book.ts';
import { type OpenGateParts, openGate } from '../src/open-gate.ts';
import type { AuditEntry } from '../src/record/audit-entry.ts';
import { RuntimeRuleStore } from '../src/state/runtime-rule-store.ts';
import type { Answer } from '../src/types/answer.ts';
import { bashCall, CALM, madeRule } from './helpers/made-calls.ts';

const RULES = createRuleBook([madeRule('Bash:git *', 'allow'), madeRule('Write', 'allow')]);
const OWN = () => [absolutePath('/repo/.caliban')];

/** A gate that logs to a list; nobody answers. */
function opened(parts: Partial<OpenGateParts> = {}) {
  const log: AuditEntry[] = [];
  const record = (entry: AuditEntry) => void log.push(entry);
  const gate = openGate({
    policy: { rules: { book: RULES }, ownDirectories: OWN },
    mode: {},
    ask: null,
    log: { record },
    ...parts,
  });
  return { gate, log };
}

const OWN_FILE = describeCall({
  tool: 'Write',
  input: { path: '.caliban/permissions.toml', content: '' },
  context: { workspace: absolutePath('/repo') },
});

test.each([
  ['an allow', bashCall('git log'), {}, 'allow', 'allow'],
  ['a call no rule matches, with nobody to ask', bashCall('make'), {}, 'ask', 'deny'],
  ['a write to a file of caliban', OWN_FILE, {}, 'ask', 'deny'],
  ['that write in dontAsk', OWN_FILE, { mode: 'dontAsk' }, 'ask', 'deny'],
  ['that write in latched bypass', OWN_FILE, { mode: 'bypassPermissions', latched: true }, 'allow', 'allow'],
  ['dontAsk', bashCall('make'), { mode: 'dontAsk' }, 'allow', 'allow'],
  ['dontAsk where enforce is set', bashCall('make'), { mode: 'dontAsk', enforcedBy: 'x.toml:1' }, 'ask', 'deny'],
  ['bypass without its latch', bashCall('make'), { mode: 'bypassPermissions' }, 'ask', 'deny'],
  ['auto mode without a classifier', bashCall('make'), { mode: 'auto' }, 'ask', 'deny'],
  ['no permissions at all', OWN_FILE, { isDisabled: true }, 'allow', 'allow'],
] as const)('%s', async (_, call, mode, judged, outcome) => {
  const { gate, log } = opened({ mode });
  expect((await gate.judge(call, CALM)).action).toBe(judged);
  expect((await gate.check(call, CALM)).outcome).toBe(outcome);
  expect((await gate.byRulesAndMode(call, CALM)).action).toBe(judged);
  expect(log.map(({ mode: logged }) => logged)).toEqual([gate.modeName(), gate.modeName()]);
});

describe('a call that the operator typed', () => {
  const typedCall = (command: string) =>
    describeCall({
      tool: 'Bash',
      input: { command },
      context: { workspace: absolutePath('/repo') },
      origin: { typed: true },
    });
  const policy = { rules: { book: createRuleBook([madeRule('Bash:git *', 'allow'), madeRule('Bash:rm *', 'deny')]) } };
  test.each([
    ['is not asked about', 'make', {}, 'allow', 'typed'],
    ['has the rule that allows it', 'git log', {}, 'allow', 'rule'],
    ['is denied by a deny', 'rm x', {}, 'deny', 'rule'],
    ['is denied by a deny of one part', 'make && rm x', {}, 'deny', 'rule'],
    ['is none of plan mode', 'make', { mode: 'plan' }, 'allow', 'typed'],
    ['is denied by a deny in plan mode', 'rm x', { mode: 'plan' }, 'deny', 'rule'],
    ['is none of auto mode', 'make', { mode: 'auto' }, 'allow', 'typed'],
    ['is bypassed like any other', 'rm x', { mode: 'bypassPermissions', latched: true }, 'allow', 'mode'],
  ] as const)('%s: %s', async (_, command, mode, outcome, because) => {
    const { gate, log } = opened({ policy, mode });
    expect((await gate.check(typedCall(command), CALM)).outcome).toBe(outcome);
    expect(log.map((entry) => [entry.outcome, entry.because.kind])).toEqual([[outcome, because]]);
  });
});

describe('what no written rule decides', () => {
  test.each([
    ['leave', ['ask', true], ['allow', true], ['left-to-host', 'left-to-host']],
    ['ask', ['ask', undefined], ['deny', undefined], ['handed-over', 'deny']],
    ['deny', ['deny', undefined], ['deny', undefined], ['deny', 'deny']],
  ] as const)('fallback %s', async (fallback, judged, decided, logged) => {
    const { gate, log } = opened({ policy: { rules: { book: RULES }, fallback } });
    const verdict = await gate.judge(bashCall('make'), CALM);
    const decision = await gate.check(bashCall('make'), CALM);
    expect([verdict.action, verdict.leftToHost]).toEqual(judged);
    expect([decision.outcome, 'leftToHost' in decision ? decision.leftToHost : undefined]).toEqual(decided);
    expect(log.map(({ outcome }) => outcome)).toEqual(logged);
  });
});

test('an always is remembered with the call it was about, and a failure to keep it is a warning', async () => {
  const always: Answer = { kind: 'always', rule: madeRule('Bash:make', 'allow'), scope: 'user', by: 'operator' };
  const rules = new RuntimeRuleStore([]);
  const kept: unknown[] = [];
  const warned: string[] = [];
  const { gate } = opened({
    policy: {
      rules,
      remember({ rule }, asked) {
        rules.add(rule);
        kept.push(asked);
        throw new Error('the disk is full');
      },
    },
    ask: { ask: async () => always },
    context: { warn: (message) => void warned.push(message) },
  });
  const call = bashCall('make');
  expect((await gate.check(call, CALM)).outcome).toBe('allow');
  expect([kept, warned]).toEqual([[call], ['the disk is full']]);
  expect(gate.byRules(bashCall('make')).action).toBe('allow');
});

test('a refusal without the gate is logged with why, and rejects if it cannot be logged', async () => {
  const { gate, log } = opened({ context: { clock: () => 5 } });
  await gate.recordRefusal(bashCall('make'), { kind: 'hook', message: 'not on Fridays', from: 3 });
  await gate.recordRefusal(bashCall('make'), { kind: 'fault', message: 'too late' });
  expect(log.map(({ action, outcome, because, took_us }) => [action, outcome, because, took_us])).toEqual([
    ['deny', 'deny', { kind: 'hook', message: 'not on Fridays' }, 2000],
    ['deny', 'deny', { kind: 'fault', message: 'too late' }, 0],
  ]);
  const { gate: unlogged } = opened({ log: { record: () => Promise.reject(new Error('the disk is full')) } });
  await expect(unlogged.recordRefusal(bashCall('make'), { kind: 'hook', message: 'no' })).rejects.toThrow('disk');
});

test('rules that turn out to be broken may be read again, and a review has the last word', async () => {
  const rules: { book: typeof RULES } = { book: null as never };
  const { gate } = opened({
    policy: {
      rules,
      async judgeWith(_, judge) {
        try {
          return judge();
        } catch {
          rules.book = RULES;
          return judge();
        }
      },
    },
    mode: { review: (_, verdict, before) => (verdict.action === 'ask' ? { ...before, action: 'deny' } : verdict) },
  });
  expect((await gate.judge(bashCall('git log'), CALM)).action).toBe('allow');
  expect((await gate.judge(bashCall('make'), CALM)).action).toBe('deny');
});
