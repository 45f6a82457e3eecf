import type { ToolCall } from '@caliban/calls';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AskHandler } from '../src/ask/ask-handler.ts';
import { createModeFilter } from '../src/filter/mode-filter.ts';
import { createGate, type GateParts } from '../src/gate.ts';
import type { AuditEntry } from '../src/record/audit-entry.ts';
import { SharedPermissionMode } from '../src/state/shared-permission-mode.ts';
import type { Answer } from '../src/types/answer.ts';
import type { Decision } from '../src/types/decision.ts';
import type { Verdict } from '../src/types/verdict.ts';
import { ASKED, bashCall, byRule, CALM, IN_PROJECT, madeCall, madeRule } from './helpers/made-calls.ts';
import { FINE, saying } from './helpers/made-classifiers.ts';

const CALL = bashCall('rm x');
const ALLOWED = byRule(madeRule('Bash', 'allow'));
const DENIED = byRule(madeRule('Bash:rm *', 'deny', { source: IN_PROJECT, reason: 'use git revert' }));
const YES: Answer = { kind: 'once', action: 'allow', by: 'operator' };
const NO: Answer = { kind: 'once', action: 'deny', by: 'operator', message: 'try the dry run' };
const CLAIMED = { ...YES, by: 'covered', verdict: ALLOWED } as unknown as Answer;
const ALWAYS: Answer = { kind: 'always', rule: madeRule('Bash:rm x', 'allow'), scope: 'user', by: 'operator' };
const NEVER: Answer = { kind: 'always', rule: madeRule('Bash:rm *', 'deny'), scope: 'session', by: 'operator' };

function faultDecision(message: string): Decision {
  return {
    outcome: 'deny',
    verdict: { action: 'deny', because: { kind: 'fault', message } },
    message: `the permission check failed, so the call was refused: ${message}`,
  };
}

function calledOff(verdict: Verdict, why: string): Decision {
  return { ...(faultDecision(why) as Extract<Decision, { outcome: 'deny' }>), verdict, calledOff: why };
}

function fails(): never {
  throw new Error('boo');
}

function answering(answer: unknown): AskHandler {
  return { ask: async () => answer as Answer };
}

/** A gate whose parts all work, but for those given; what it records and remembers is kept. */
function made(parts: Partial<GateParts> = {}) {
  const recorded: AuditEntry[] = [];
  const remembered: Answer[] = [];
  let now = 1_000;
  const gate = createGate({
    judge: () => ASKED,
    modeFilter: { filter: async (_, verdict) => verdict },
    askHandler: answering(YES),
    remember: (answer) => void remembered.push(answer),
    record: (entry) => void recorded.push(entry),
    mode: () => 'default',
    clock: () => (now += 0.25),
    ...parts,
  });
  return { gate, recorded, remembered };
}

/** What the log says, in short. */
function lines(recorded: readonly AuditEntry[]) {
  return recorded.map(({ action, outcome, because }) => [action, outcome, because.kind]);
}

describe('check', () => {
  test.each<[string, Partial<GateParts>, Decision, Answer[], unknown]>([
    ['an allow', { judge: () => ALLOWED }, { outcome: 'allow', verdict: ALLOWED }, [], ['allow', 'allow', 'rule']],
    [
      'a deny',
      { judge: () => DENIED },
      { outcome: 'deny', verdict: DENIED, message: 'use git revert' },
      [],
      ['deny', 'deny', 'rule'],
    ],
    ['a yes', {}, { outcome: 'allow', verdict: ASKED, answer: YES }, [], ['ask', 'allow', 'operator']],
    [
      'a no',
      { askHandler: answering(NO) },
      { outcome: 'deny', verdict: ASKED, answer: NO, message: 'try the dry run' },
      [],
      ['ask', 'deny', 'operator'],
    ],
    [
      'a yes from a handler that says rules and mode gave it',
      { askHandler: answering(CLAIMED) },
      { outcome: 'allow', verdict: ASKED, answer: CLAIMED },
      [],
      ['ask', 'allow', 'operator'],
    ],
    [
      'an always',
      { askHandler: answering(ALWAYS) },
      { outcome: 'allow', verdict: ASKED, answer: ALWAYS },
      [ALWAYS],
      ['ask', 'allow', 'operator'],
    ],
    [
      'a never',
      { askHandler: answering(NEVER) },
      {
        outcome: 'deny',
        verdict: ASKED,
        answer: NEVER,
        message: 'this Bash call is denied by the rule `Bash:rm *`',
      },
      [NEVER],
      ['ask', 'deny', 'operator'],
    ],
  ])('%s', async (_, parts, expected, kept, line) => {
    const { gate, recorded, remembered } = made(parts);
    expect([await gate.check(CALL, CALM), remembered, lines(recorded)]).toEqual([expected, kept, [line]]);
  });

  test('the filter sees what the rules said, and its word counts', async () => {
    const verdict: Verdict = { action: 'allow', because: { kind: 'mode', mode: 'dontAsk', over: ASKED } };
    const given: unknown[] = [];
    const { gate, recorded } = made({
      modeFilter: {
        filter: async (...args) => {
          given.push(args);
          return verdict;
        },
      },
    });
    expect([await gate.check(CALL, CALM), given, lines(recorded)]).toEqual([
      { outcome: 'allow', verdict },
      [[CALL, ASKED, CALM]],
      [['allow', 'allow', 'mode']],
    ]);
  });

  test('the line is written before the decision is given out', async () => {
    const order: string[] = [];
    const { gate } = made({
      async record() {
        await new Promise(setImmediate);
        order.push('recorded');
      },
    });
    await gate.check(CALL, CALM);
    order.push('decided');
    expect(order).toEqual(['recorded', 'decided']);
  });

  test('the whole line', async () => {
    const { gate, recorded } = made({ mode: () => 'plan' });
    await gate.check(CALL, CALM);
    expect(JSON.parse(JSON.stringify(recorded))).toEqual([
      {
        ts: '1970-01-01T00:00:01.000Z',
        workspace: '/repo',
        cwd: '/repo',
        tool_name: 'Bash',
        input: { command: 'rm x' },
        action: 'ask',
        outcome: 'allow',
        mode: 'plan',
        because: {
          kind: 'operator',
          answer: 'allow once',
          by: 'operator',
          over: { action: 'ask', because: { kind: 'no-rule' } },
        },
        took_us: 250,
      },
    ]);
  });

  test('without a clock of its own it takes the time of day', async () => {
    const recorded: AuditEntry[] = [];
    const gate = createGate({
      judge: () => ALLOWED,
      modeFilter: { filter: async (_, verdict) => verdict },
      askHandler: answering(YES),
      remember: () => {},
      record: (entry) => void recorded.push(entry),
      mode: () => 'disabled',
    });
    const before = Date.now();
    await gate.check(CALL, CALM);
    expect(Date.parse(recorded[0]?.ts ?? '')).toBeGreaterThanOrEqual(before);
  });
});

describe('a fault is a deny, and it is recorded', () => {
  test.each<[string, Partial<GateParts>, string]>([
    ['judging throws', { judge: fails }, 'boo'],
    ['the filter throws', { modeFilter: { filter: fails } }, 'boo'],
    ['the filter rejects', { modeFilter: { filter: () => Promise.reject('boo') } }, 'boo'],
    [
      'the filter gives nonsense',
      { modeFilter: { filter: async () => ({ action: 'yes' }) as never } },
      'rules and mode gave no verdict',
    ],
    [
      'the filter gives no reason',
      { modeFilter: { filter: async () => ({ action: 'allow' }) as never } },
      'rules and mode gave no verdict',
    ],
    ['the handler throws', { askHandler: { ask: fails } }, 'boo'],
    ['the handler rejects', { askHandler: { ask: () => Promise.reject(new Error('boo')) } }, 'boo'],
    ...[{}, 'allow', true, { action: 'allow' }, { kind: 'once' }, { kind: 'once', action: 'ask' }].map(
      (nonsense): [string, Partial<GateParts>, string] => [
        `the handler answers ${JSON.stringify(nonsense)}`,
        { askHandler: answering(nonsense) },
        'the question was answered with neither yes nor no',
      ],
    ),
    [
      'the handler says that nobody had to be asked',
      { askHandler: answering({ kind: 'covered', verdict: ALLOWED }) },
      'the question was answered with neither yes nor no',
    ],
    [
      'the handler wants to be asked always',
      { askHandler: answering({ ...ALWAYS, rule: madeRule('Bash', 'ask') }) },
      'the question was answered with neither yes nor no',
    ],
  ])('%s', async (_, parts, message) => {
    const { gate, recorded, remembered } = made(parts);
    expect([await gate.check(CALL, CALM), lines(recorded), remembered]).toEqual([
      faultDecision(message),
      [['deny', 'deny', 'fault']],
      [],
    ]);
  });

  test.each<[string, Partial<GateParts>]>([
    ['nothing at all as a verdict', { modeFilter: { filter: async () => undefined as never } }],
    ['nothing at all as an answer', { askHandler: answering(undefined) }],
    ['an always without a rule', { askHandler: answering({ kind: 'always' }) }],
    [
      'something thrown that cannot be shown',
      {
        judge: () => {
          throw Object.create(null);
        },
      },
    ],
  ])('%s', async (_, parts) => {
    const { gate, recorded } = made(parts);
    expect([(await gate.check(CALL, CALM)).outcome, lines(recorded)]).toEqual(['deny', [['deny', 'deny', 'fault']]]);
  });
});

describe('what cannot be logged does not run', () => {
  test.each<[string, Partial<GateParts>]>([
    ['the log throws', { record: fails }],
    ['the log rejects', { record: () => Promise.reject(new Error('boo')) }],
    ['the clock throws', { clock: fails }],
    ['the mode cannot be read', { mode: fails }],
  ])('%s', async (_, parts) => {
    const { gate } = made({ judge: () => ALLOWED, ...parts });
    expect([await gate.check(CALL, CALM), await gate.judge(CALL, CALM)]).toEqual([
      faultDecision('boo'),
      faultDecision('boo').verdict,
    ]);
  });

  test('a clock that tells no time', async () => {
    const { gate, recorded } = made({ judge: () => ALLOWED, clock: () => Number.NaN });
    expect([(await gate.check(CALL, CALM)).outcome, recorded]).toEqual(['deny', []]);
  });

  test('no call at all', async () => {
    const { gate } = made({ judge: ({ tool }) => (tool === 'Bash' ? ALLOWED : DENIED) });
    expect((await gate.check(undefined as never, CALM)).outcome).toBe('deny');
    expect((await gate.judge(undefined as never, CALM)).action).toBe('deny');
  });
});

describe('a rule that could not be kept', () => {
  test.each<[string, Answer, GateParts['remember'], 'allow' | 'deny']>([
    ['throws, on an always', ALWAYS, fails, 'allow'],
    ['rejects, on an always', ALWAYS, () => Promise.reject(new Error('boo')), 'allow'],
    ['throws, on a never', NEVER, fails, 'deny'],
  ])('%s: the answer stands and the operator is told', async (_, answer, remember, outcome) => {
    const told: unknown[] = [];
    const { gate, recorded } = made({
      askHandler: answering(answer),
      remember,
      onRememberFailed: (...args) => void told.push(args),
    });
    expect([(await gate.check(CALL, CALM)).outcome, told, lines(recorded)]).toEqual([
      outcome,
      [[answer, new Error('boo')]],
      [['ask', outcome, 'operator']],
    ]);
  });

  test.each<[string, Partial<GateParts>]>([
    ['nobody to tell', {}],
    ['telling fails too', { onRememberFailed: fails }],
  ])('%s', async (_, parts) => {
    const { gate } = made({ askHandler: answering(ALWAYS), remember: fails, ...parts });
    expect((await gate.check(CALL, CALM)).outcome).toBe('allow');
  });
});

describe('judge, for a host that asks its own user', () => {
  test.each<[string, Verdict, unknown]>([
    ['allow', ALLOWED, ['allow', 'allow', 'rule']],
    ['deny', DENIED, ['deny', 'deny', 'rule']],
    ['ask', ASKED, ['ask', 'handed-over', 'no-rule']],
  ])('%s', async (_, verdict, line) => {
    const { gate, recorded } = made({ judge: () => verdict, askHandler: { ask: fails } });
    expect([await gate.judge(CALL, CALM), lines(recorded)]).toEqual([verdict, [line]]);
  });

  test.each<[string, Partial<GateParts>]>([
    ['judging throws', { judge: fails }],
    ['the filter throws', { modeFilter: { filter: fails } }],
  ])('%s', async (_, parts) => {
    const { gate, recorded } = made(parts);
    expect([await gate.judge(CALL, CALM), lines(recorded)]).toEqual([
      faultDecision('boo').verdict,
      [['deny', 'deny', 'fault']],
    ]);
  });
});

describe('hostile input', () => {
  const hostile: [string, unknown][] = [
    [
      'a getter that throws',
      {
        get command() {
          throw new Error('boo');
        },
      },
    ],
    [
      'a proxy that throws at everything',
      new Proxy({}, { get: fails, has: fails, ownKeys: fails, getPrototypeOf: fails }),
    ],
    ['nothing', undefined],
    ['a number', Number.NaN],
  ];

  test.each(hostile)('%s is carried, not looked at', async (_, input) => {
    const { gate, recorded } = made();
    const decision = await gate.check(madeCall('Bash', { input }), CALM);
    expect([decision.outcome, recorded.length, Object.is(recorded[0]?.input, input)]).toEqual(['allow', 1, true]);
  });

  test.each(hostile)('%s in auto mode', async (_, input) => {
    const mode = new SharedPermissionMode({ mode: 'auto', latched: false });
    const { gate, recorded } = made({ modeFilter: createModeFilter({ mode, classifier: saying(FINE) }) });
    await gate.check(madeCall('Bash', { input }), CALM);
    expect(recorded.length).toBe(1);
  });
});

describe('questions', () => {
  test('one at a time; an always covers what waits, and the log names its rule', async () => {
    const always = madeRule('Bash:rm *', 'allow', { source: { layer: 'runtime' } });
    const session: Verdict[] = [];
    const asked: ToolCall[] = [];
    const { gate, recorded } = made({
      judge: () => session[0] ?? ASKED,
      askHandler: {
        async ask({ call }) {
          asked.push(call);
          await new Promise(setImmediate);
          return { kind: 'always', rule: always, scope: 'session', by: 'operator' };
        },
      },
      async remember() {
        // Slower than any chain of promises: the next question still waits for it.
        await new Promise(setImmediate);
        session.push(byRule(always));
      },
    });
    const decisions = await Promise.all(['rm a', 'rm b', 'rm c'].map((command) => gate.check(bashCall(command), CALM)));
    expect(decisions.map(({ outcome, answer }) => [outcome, answer?.kind])).toEqual([
      ['allow', 'always'],
      ['allow', undefined],
      ['allow', undefined],
    ]);
    expect(asked).toHaveLength(1);
    expect(recorded.map(({ action, because, rule }) => [action, because.kind, rule?.layer])).toEqual([
      ['ask', 'operator', undefined],
      ['allow', 'rule', 'runtime'],
      ['allow', 'rule', 'runtime'],
    ]);
  });

  test('a never covers what waits too, and says which rule', async () => {
    const session: Verdict[] = [];
    const { gate } = made({
      judge: () => session[0] ?? ASKED,
      askHandler: answering(NEVER),
      remember: () => void session.push(byRule(NEVER.kind === 'always' ? NEVER.rule : fails())),
    });
    const decisions = await Promise.all([gate.check(CALL, CALM), gate.check(CALL, CALM)]);
    expect(decisions.map((decision) => decision.outcome === 'deny' && decision.message)).toEqual(
      Array(2).fill('this Bash call is denied by the rule `Bash:rm *`'),
    );
  });

  test('one that is interrupted is denied at once, and the others go on', async () => {
    const operator = new AbortController();
    const { gate, recorded } = made({
      askHandler: { ask: ({ call }) => (call === CALL ? new Promise(() => {}) : Promise.resolve(YES)) },
    });
    const stuck = gate.check(CALL, operator.signal);
    operator.abort(new Error('stopped'));
    expect([await stuck, lines(recorded)]).toEqual([calledOff(ASKED, 'stopped'), [['ask', 'deny', 'called-off']]]);
  });

  test('one that is called off before it is recorded is no yes, and a no stays what it is', async () => {
    const gone = AbortSignal.abort(new Error('stopped'));
    for (const [verdict, decision, line] of [
      [ALLOWED, calledOff(ALLOWED, 'stopped'), ['allow', 'deny', 'called-off']],
      [DENIED, { outcome: 'deny' }, ['deny', 'deny', 'rule']],
    ] as const) {
      const { gate, recorded } = made({ judge: () => verdict });
      expect(await gate.check(CALL, gone)).toMatchObject(decision);
      expect(lines(recorded)).toEqual([line]);
    }
  });
});

test('whatever breaks: it never rejects, writes at most one line, and only a yes is a yes', async () => {
  const verdicts = fc.constantFrom<unknown>(ALLOWED, DENIED, ASKED, 'breaks', undefined, null, {}, { action: 'allow' });
  const answers = fc.constantFrom<unknown>(YES, NO, ALWAYS, NEVER, 'breaks', undefined, null, {}, { kind: 'once' });
  const works = fc.constantFrom('works', 'throws', 'rejects');
  const doing = (how: string) => () => {
    if (how === 'throws') fails();
    return how === 'rejects' ? Promise.reject(new Error('boo')) : undefined;
  };
  await fc.assert(
    fc.asyncProperty(verdicts, answers, works, works, async (verdict, answer, remembering, recording) => {
      let written = 0;
      const { gate } = made({
        modeFilter: { filter: async () => (verdict === 'breaks' ? fails() : (verdict as Verdict)) },
        askHandler: { ask: async () => (answer === 'breaks' ? fails() : (answer as Answer)) },
        remember: doing(remembering),
        record: () => {
          written++;
          return doing(recording)();
        },
      });
      const yes = verdict === ALLOWED || (verdict === ASKED && (answer === YES || answer === ALWAYS));
      const decision = await gate.check(CALL, CALM);
      expect([decision.outcome, written]).toEqual([yes && recording === 'works' ? 'allow' : 'deny', 1]);
    }),
    { numRuns: 300 },
  );
});
