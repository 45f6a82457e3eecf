import { absolutePath, describeCall } from '@caliban/calls';
import { expect, test } from 'vitest';
import type { AskAnswer, AskView } from '../../src/ask/ask.ts';
import { askTheInbox } from '../../src/client/ask-the-inbox.ts';
import type { ClientRequest } from '../../src/client/inbox-client.ts';
import { ANNA } from '../helpers/asks.ts';

const ALWAYS = {
  scope: 'local',
  rules: [{ pattern: 'Bash:make *', comment: 'builds' }, { pattern: 'Bash:npm *' }],
} as const;

/** The server answers with these rules, whether the agent keeps any or not. */
async function answered({
  keepsRules = true,
  isHub = false,
  always = ALWAYS as NonNullable<AskAnswer['always']> | null,
  kind = 'allowed' as const,
}) {
  const sent: AskView['ask'][] = [];
  const client = {
    async send({ path, body }: ClientRequest) {
      if (path === '/api/asks') sent.push((body as { ask: AskView['ask'] }).ask);
      const [ask] = sent;
      if (ask === undefined) throw new Error('nothing was asked');
      const answer = { kind, hash: ask.hash, by: ANNA, at: 1, ...(always === null ? {} : { always }) };
      const id = path.split('/')[3]?.split('?')[0] ?? '';
      return { status: 200, body: { view: { id, state: kind, ask, askedAt: 0, expiresAt: 9e15, answer } } };
    },
  };
  const call = describeCall({
    tool: 'Bash',
    input: { command: 'make all' },
    context: { workspace: absolutePath('/w') },
  });
  const outcome = await askTheInbox(
    { call, verdict: { action: 'ask', because: { kind: 'no-rule' } } },
    { limitMs: 1_000, signal: new AbortController().signal, id: 'ask-number-1' },
    {
      ...{ client, keepsRules, policy: () => 'p' },
      ...(isHub ? { isSigned: () => true } : {}),
      judgeAgain: async () => ({ action: 'ask', because: { kind: 'no-rule' } }),
    },
  );
  return { outcome, told: sent[0]?.context.keepsRules };
}

const INBOX = { kind: 'answered', askId: 'ask-number-1', name: 'anna', through: 'page' };
const ONCE = { kind: 'once', action: 'allow', by: 'operator' };

test('an agent that keeps rules gets them, with the scope that was chosen', async () => {
  const { outcome, told } = await answered({});
  expect([told, outcome]).toMatchObject([
    true,
    {
      kind: 'answered',
      answer: {
        ...{ kind: 'always', scope: 'local', by: 'operator', inbox: INBOX },
        rule: { action: 'allow', source: { layer: 'local' }, comment: 'builds' },
        also: [{ rule: { action: 'allow', source: { layer: 'local' } } }],
      },
    },
  ]);
});

test.each([
  ['an agent that keeps none', { keepsRules: false }, undefined, INBOX],
  ['a hub, which signs no rules', { isHub: true }, undefined, { ...INBOX, hub: true }],
  ['no rules', { always: null }, true, INBOX],
  ["rules that can't be read", { always: { scope: 'local', rules: [{ pattern: 'Bash:' }] } as const }, true, INBOX],
])('%s: the answer is for this call', async (_, parts, told, inbox) => {
  expect(await answered(parts)).toEqual({ told, outcome: { kind: 'answered', answer: { ...ONCE, inbox } } });
});
