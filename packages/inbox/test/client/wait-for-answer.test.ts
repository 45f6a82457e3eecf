import { absolutePath, describeCall } from '@caliban/calls';
import type { AskHandler, Verdict } from '@caliban/gate';
import { describe, expect, test } from 'vitest';
import type { AskView } from '../../src/ask/ask.ts';
import { InboxAskHandler } from '../../src/client/inbox-ask-handler.ts';
import { inboxClient } from '../../src/client/inbox-client.ts';
import { waitForAnswer } from '../../src/client/wait-for-answer.ts';
import { ANNA, askFor } from '../helpers/asks.ts';
import { runningServer } from '../helpers/server.ts';

test('a yes is void if the call has changed since it was asked about', async () => {
  const { inbox, files } = await runningServer();
  const ask = askFor('make');
  const input = ask.call.input as { command: string };
  const id = 'ask-00001';
  const waiting = waitForAnswer({ client: inboxClient(files), ask, id, onAsked: () => void answer() });
  const answer = async () => {
    input.command = 'make install';
    await inbox.answer(id, { hash: ask.hash, action: 'allow', by: ANNA });
  };
  expect(await waiting).toEqual({ kind: 'refused', why: 'the call has changed since it was asked about' });
  expect(await inbox.view(id)).toMatchObject({ state: 'allowed' });
});

describe('the handler for the gate of an embedder', () => {
  const ASK: Verdict = { action: 'ask', because: { kind: 'no-rule' } };
  const call = describeCall({ tool: 'Bash', input: { command: 'make' }, context: { workspace: absolutePath('/w') } });
  const otherwise: AskHandler = {
    ask: async () => ({ kind: 'once', action: 'deny', by: 'non-interactive', message: 'nobody' }),
  };

  async function asked(byNow: Verdict, given: 'allow' | 'deny' | null, limitMs = 5_000) {
    const { inbox, files, stop, ended } = await runningServer();
    if (given === null) {
      stop();
      await ended;
    }
    const warnings: string[] = [];
    const handler = new InboxAskHandler({
      client: inboxClient(files),
      policy: () => 'p',
      judgeAgain: async () => byNow,
      limitMs,
      otherwise,
      warn: (message) => void warnings.push(message),
    });
    inbox.onChange(({ kind, askId }) => {
      if (kind !== 'ask' || given === null) return;
      void inbox
        .view(askId)
        .then((view) => inbox.answer(askId, { hash: (view as AskView).ask.hash, action: given, by: ANNA }));
    });
    return { answer: await handler.ask({ call, verdict: ASK }, new AbortController().signal), warnings };
  }

  test('passes on a yes and a no, with the name', async () => {
    expect((await asked(ASK, 'allow')).answer).toMatchObject({
      action: 'allow',
      by: 'operator',
      inbox: { name: 'anna' },
    });
    expect((await asked(ASK, 'deny')).answer).toMatchObject({
      action: 'deny',
      message: 'anna rejected this Bash call',
    });
  });

  test('says what the rules say by now, where they forbid it', async () => {
    const denied: Verdict = { action: 'deny', because: { kind: 'no-rule' } };
    expect((await asked(denied, 'allow')).answer).toEqual({ kind: 'covered', verdict: denied });
  });

  test('without a server it does what would happen without an inbox', async () => {
    const { answer, warnings } = await asked(ASK, null);
    expect(answer).toMatchObject({ message: 'nobody', inbox: { kind: 'unanswered', cause: 'inbox-unreachable' } });
    expect(warnings).toEqual(['the inbox cannot be asked: `caliban serve` is not running']);
  });
});
