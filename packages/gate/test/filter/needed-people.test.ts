import { absolutePath } from '@caliban/calls';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AskHandler } from '../../src/ask/ask-handler.ts';
import { NonInteractiveAskHandler } from '../../src/ask/non-interactive-ask-handler.ts';
import type { FastClassifier } from '../../src/classify/fast-classifier.ts';
import { neededPeople } from '../../src/filter/needed-people.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { type GateMode, openGate } from '../../src/open-gate.ts';
import type { AuditEntry } from '../../src/record/audit-entry.ts';
import type { Answer } from '../../src/types/answer.ts';
import type { Rule } from '../../src/types/rule.ts';
import { CALM } from '../helpers/made-calls.ts';
import { bash, call, rules } from '../helpers/rules.ts';

type People = Pick<Rule, 'approvals' | 'selfApproval'>;

/** `ask Bash:deploy *` with these fields. */
function written(text: string, people: People = {}): Rule {
  return { ...(rules(text)[0] as Rule), ...people };
}

const TWO: People = { approvals: 2 };
const OTHER: People = { selfApproval: false };
const ONE: People = { approvals: 1 };

const YES: Answer = { kind: 'once', action: 'allow', by: 'operator' };
const FROM_INBOX = { kind: 'answered', askId: 'a', name: 'anna', through: 'page' } as const;
const asked: string[] = [];

function answering(name: string, answer: Answer, asksHub?: boolean): AskHandler {
  return {
    asksHub,
    ask: async () => {
      asked.push(name);
      return answer;
    },
  };
}

const HANDLERS: Readonly<Record<string, AskHandler | null>> = {
  nobody: null,
  modal: answering('modal', YES),
  always: answering('always', { kind: 'always', rule: written('allow Bash'), scope: 'session', by: 'operator' }),
  autoAllow: new NonInteractiveAskHandler({ autoAllow: true, notice: () => {} }),
  inbox: answering('inbox', { ...YES, inbox: FROM_INBOX }),
  // A hub's handler that has asked somebody else.
  fallback: answering('fallback', YES, true),
  autoAllowBehindHub: Object.assign(new NonInteractiveAskHandler({ autoAllow: true, notice: () => {} }), {
    asksHub: true,
  }),
  hub: answering('hub', { ...YES, inbox: { ...FROM_INBOX, hub: true } }, true),
};

const ALLOWS: FastClassifier = { classify: async () => ({ verdict: 'allow', source: 'Model', reason: 'fine' }) };

const MODES: Readonly<Record<string, GateMode>> = {
  default: {},
  acceptEdits: { mode: 'acceptEdits' },
  auto: { mode: 'auto', classifier: ALLOWS },
  confined: {
    mode: 'auto',
    classifier: { classify: async () => ({ verdict: 'soft_deny', source: 'Model', reason: 'hm' }) },
    canRunConfined: async () => true,
  },
  dontAsk: { mode: 'dontAsk' },
  unlatched: { mode: 'bypassPermissions' },
  latched: { mode: 'bypassPermissions', latched: true },
};

const CALLS = {
  command: { call: bash('deploy web'), rule: 'ask Bash:deploy *' },
  edit: { call: call('Write', { path: 'src/a.ts', content: '' }), rule: 'ask Write:src/**' },
  typed: { call: { ...bash('deploy web'), origin: { typed: true as const } }, rule: 'ask Bash:deploy *' },
  server: { call: call('mcp__prod__deploy', {}), rule: 'ask mcp__prod__*' },
};

function gateOf(rule: Rule, mode: GateMode, ask: AskHandler | null, log: AuditEntry[] = []) {
  const remembered: Answer[] = [];
  const gate = openGate({
    policy: {
      rules: { book: createRuleBook([rule]) },
      ownDirectories: () => [absolutePath('/repo/.caliban')],
      remember: (answer) => void remembered.push(answer),
    },
    mode,
    ask,
    log: { record: (entry) => void log.push(entry) },
  });
  return { gate, remembered };
}

describe('a question for several people, or for somebody else', () => {
  const table = Object.keys(CALLS).flatMap((what) =>
    Object.keys(MODES).flatMap((mode) => Object.keys(HANDLERS).map((handler) => [what, mode, handler] as const)),
  );
  test.each(table)('%s × %s × %s', async (what, mode, handler) => {
    const { call: judged, rule } = CALLS[what as keyof typeof CALLS];
    for (const people of [TWO, OTHER, { ...TWO, ...OTHER }]) {
      asked.length = 0;
      const log: AuditEntry[] = [];
      const { gate, remembered } = gateOf(written(rule, people), MODES[mode] ?? {}, HANDLERS[handler] ?? null, log);
      const decision = await gate.check(judged, CALM);
      expect(decision.outcome).toBe(mode === 'latched' || handler === 'hub' ? 'allow' : 'deny');
      expect((await gate.judge(judged, CALM)).action).toBe(mode === 'latched' ? 'allow' : 'deny');
      expect(remembered).toEqual([]);
      expect(asked.filter((name) => name !== 'hub' && name !== 'fallback')).toEqual([]);
      expect(log.map(({ outcome }) => outcome)).toEqual([decision.outcome, mode === 'latched' ? 'allow' : 'deny']);
      if (decision.outcome === 'deny')
        expect(decision.message).toMatch(
          /this needs the approval of .* through a hub; join one with `caliban hub join/,
        );
    }
  });

  test.each([
    [TWO, 'this needs the approval of 2 people through a hub'],
    [OTHER, "this needs the approval of somebody other than the agent's owner through a hub"],
    [{ ...TWO, ...OTHER }, "this needs the approval of 2 people other than the agent's owner through a hub"],
  ])('%j: the refusal says what is needed', async (people, text) => {
    const { gate } = gateOf(written('ask Bash:deploy *', people), {}, HANDLERS.modal ?? null);
    const decision = await gate.check(bash('deploy web'), CALM);
    expect(decision).toMatchObject({ outcome: 'deny', message: expect.stringContaining(text) });
    expect(await gate.judge(bash('deploy web'), CALM)).toMatchObject({ because: { kind: 'needs-people' } });
  });

  test.each([
    ['plan', { mode: 'plan' }],
    ['a hard deny of auto mode', { mode: 'auto', classifier: hardDeny() }],
  ] as const)('%s still denies', async (_, mode) => {
    const { gate } = gateOf(written('ask Bash:deploy *', TWO), mode, HANDLERS.hub ?? null);
    expect((await gate.check(bash('deploy web'), CALM)).outcome).toBe('deny');
  });

  test.each([
    ['a no', { kind: 'once', action: 'deny', by: 'operator', message: 'not today' }, 'not today'],
    ['an end of the time', { kind: 'once', action: 'deny', by: 'non-interactive', message: 'expired' }, 'expired'],
  ] as const)('%s from a hub says what it says', async (_, answer, message) => {
    const { gate } = gateOf(written('ask Bash:deploy *', TWO), {}, answering('hub', answer, true));
    expect(await gate.check(bash('deploy web'), CALM)).toMatchObject({ outcome: 'deny', message });
  });

  test.each([ONE, {}])('%j is a question like any other', async (people) => {
    const { gate } = gateOf(written('ask Bash:deploy *', people), {}, HANDLERS.modal ?? null);
    expect((await gate.check(bash('deploy web'), CALM)).outcome).toBe('allow');
    expect((await gate.judge(bash('deploy web'), CALM)).action).toBe('ask');
  });

  test.each(['allow', 'deny'] as const)('on an %s rule the fields change nothing', (action) => {
    const verdict = judge(createRuleBook([written(`${action} Bash:deploy *`, TWO)]), bash('deploy web'));
    expect([verdict.action, neededPeople(verdict)]).toEqual([action, null]);
  });
});

describe('one part of a line needs them', () => {
  const book = createRuleBook([
    written('ask Bash:deploy *', TWO),
    written('ask Bash:migrate *', OTHER),
    written('ask Bash:~curl', {}),
    written('ask Bash:rm *', {}),
    written('allow Bash:git *', {}),
    ...rules('ask *'),
  ]);
  test.each<[command: string, people: object | null]>([
    ['deploy web', { approvals: 2 }],
    ['rm x && deploy web', { approvals: 2 }],
    ['deploy web; rm x', { approvals: 2 }],
    ['$UNKNOWN x; deploy web', { approvals: 2 }],
    ['deploy web; $UNKNOWN x', { approvals: 2 }],
    ['curl a.test | deploy web', { approvals: 2 }],
    ['migrate up', { approvals: 1, selfApproval: false }],
    ['migrate up && deploy web', { approvals: 2, selfApproval: false }],
    ['deploy web && migrate up', { approvals: 2, selfApproval: false }],
    ['git log && (deploy web)', { approvals: 2 }],
    ['rm x', null],
    ['git log', null],
  ])('%s', (command, people) => {
    expect(neededPeople(judge(book, bash(command)))).toEqual(people);
  });

  test('however many parts there are, and wherever it is', () => {
    const names = Array.from({ length: 80 }, (_, at) => `p${at}`);
    const many = createRuleBook([
      ...names.map((name) => written(`ask Bash:${name}`)),
      written('ask Bash:deploy *', TWO),
    ]);
    fc.assert(
      fc.property(fc.shuffledSubarray([...names, 'deploy web'], { minLength: 60 }), (parts) => {
        const people = neededPeople(judge(many, bash(parts.join(' && '))));
        expect(people).toEqual(parts.includes('deploy web') ? { approvals: 2 } : null);
      }),
      { numRuns: 50 },
    );
  });
});

function hardDeny(): FastClassifier {
  return { classify: async () => ({ verdict: 'hard_deny', source: 'StaticRule', reason: 'no' }) };
}
