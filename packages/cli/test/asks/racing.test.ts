import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { absolutePath, describeCall } from '@caliban/calls';
import type { Answer, AskHandler, Question, Verdict } from '@caliban/gate';
import { inboxClient, MemoryFactStore, serverFiles, startServer } from '@caliban/inbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { RacingAskHandler } from '../../src/asks/racing-ask-handler.ts';
import { answerQuestion, nextQuestion } from './answers.ts';

const ASK: Verdict = { action: 'ask', because: { kind: 'no-rule' } };
const DENY: Verdict = { action: 'deny', because: { kind: 'no-rule' } };
const ONCE: Answer = { kind: 'once', action: 'allow', by: 'operator' };
const NO: Answer = { kind: 'once', action: 'deny', by: 'operator' };

/** Someone at a terminal who answers when told to. */
class Terminal implements AskHandler {
  isOpen = false;
  answer: (answer: Answer) => void = () => {};

  ask(_: Question, signal: AbortSignal): Promise<Answer> {
    this.isOpen = true;
    return new Promise((resolve, reject) => {
      this.answer = resolve;
      signal.addEventListener('abort', () => {
        this.isOpen = false;
        reject(signal.reason);
      });
    });
  }
}

type RaceParts = {
  readonly byNow?: Verdict;
  readonly runs?: boolean;
  readonly verdict?: Verdict;
  readonly isHub?: boolean;
};

async function race({ byNow = ASK, runs = true, verdict = ASK, isHub = false }: RaceParts = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'caliban-race-'));
  const files = serverFiles(directory);
  const server = runs ? await startServer({ files, store: new MemoryFactStore(), version: '1', warn: () => {} }) : null;
  onTestFinished(async () => {
    server?.stop();
    await server?.ended;
    rmSync(directory, { recursive: true, force: true });
  });
  const terminal = new Terminal();
  const notices: string[] = [];
  const client = inboxClient(files);
  const handler = new RacingAskHandler({
    client,
    ...(isHub ? { isSigned: () => true } : {}),
    judgeAgain: async () => byNow,
    policy: () => 'p',
    name: 'me',
    terminal,
    notice: (message) => void notices.push(message),
  });
  const call = describeCall({ tool: 'Bash', input: { command: 'make' }, context: { workspace: absolutePath('/w') } });
  const over = new AbortController();
  const answered = handler.ask({ call, verdict }, over.signal);
  answered.catch(() => {});
  const stateOf = async (id: string) => {
    const { body } = await client.send({ method: 'GET', path: `/api/asks/${id}` });
    return (body as { view: { state: string; answer?: { by: object } } }).view;
  };
  return { handler, terminal, notices, client, answered, over, server, stateOf };
}

describe('a question in the terminal and in the inbox', () => {
  test('answered in the inbox, it leaves the terminal with a notice', async () => {
    const { terminal, notices, client, answered, stateOf } = await race();
    const view = await nextQuestion(client);
    expect(terminal.isOpen).toBe(true);
    await answerQuestion(client, view, { action: 'allow' });
    expect(await answered).toMatchObject({ action: 'allow', inbox: { name: 'anna', through: 'page' } });
    expect([terminal.isOpen, notices]).toEqual([false, ['anna allowed Bash (page)']]);
    expect(await stateOf(view.id)).toMatchObject({ state: 'consumed' });
  });

  test.each([
    [ONCE, 'consumed'],
    [NO, 'denied'],
  ])('answered in the terminal, it leaves the inbox', async (answer, state) => {
    const { terminal, client, answered, stateOf } = await race();
    const view = await nextQuestion(client);
    terminal.answer(answer);
    expect(await answered).toBe(answer);
    expect(await stateOf(view.id)).toMatchObject({ state, answer: { by: { name: 'me', through: 'terminal' } } });
    expect(await answerQuestion(client, view, { action: 'deny' })).toBe(409);
  });

  test('of two answers the first one wins, whichever reaches the terminal first', async () => {
    const { terminal, client, answered, server, stateOf } = await race();
    const view = await nextQuestion(client);
    // Written at once, so that the terminal answers before it can hear of it.
    terminal.answer(ONCE);
    void server?.inbox.answer(view.id, {
      hash: view.ask.hash,
      action: 'deny',
      by: { kind: 'person', name: 'ben', through: 'page' },
    } as never);
    const answer = await answered;
    const isAllowed = (await stateOf(view.id)).state !== 'denied';
    expect(answer).toMatchObject({ action: isAllowed ? 'allow' : 'deny' });
  });

  test('rules that forbid it by now win over a yes in the terminal', async () => {
    const { terminal, client, answered } = await race({ byNow: DENY });
    await nextQuestion(client);
    terminal.answer(ONCE);
    expect(await answered).toEqual({ kind: 'covered', verdict: DENY });
  });

  test.each([
    ['never there', false],
    ['gone', true],
  ])('with a server that is %s, the terminal is alone', async (_, runs) => {
    const { terminal, client, answered, server } = await race({ runs });
    if (runs) await nextQuestion(client);
    server?.stop();
    await server?.ended;
    terminal.answer(ONCE);
    expect(await answered).toBe(ONCE);
  });

  test('a call that is called off is nowhere a question any more', async () => {
    const { terminal, client, answered, over, stateOf } = await race();
    const view = await nextQuestion(client);
    over.abort(new Error('stop'));
    await expect(answered).rejects.toThrow('stop');
    expect(terminal.isOpen).toBe(false);
    while ((await stateOf(view.id)).state === 'pending') await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await stateOf(view.id)).state).toBe('cancelled');
  });
});

describe('a question that several people have to answer', () => {
  const verdict: Verdict = { ...ASK, people: { approvals: 2 } };

  test('is put to the hub alone', async () => {
    const { handler, terminal, notices, client, answered } = await race({ verdict, isHub: true });
    const view = await nextQuestion(client);
    expect(view.ask).toMatchObject({ context: { approvals: 2 } });
    expect([handler.asksHub, terminal.isOpen]).toEqual([true, false]);
    await answerQuestion(client, view, { action: 'deny' });
    expect(await answered).toMatchObject({ action: 'deny', inbox: { name: 'anna', hub: true } });
    expect(notices).toEqual(['Bash waits for the approval of 2 people on the hub', 'anna rejected Bash (page)']);
  });

  test('is refused where no hub can be reached', async () => {
    const { terminal, answered } = await race({ verdict, isHub: true, runs: false });
    const message = expect.stringContaining('it needs the approval of 2 people on the hub, which cannot be asked');
    expect(await answered).toMatchObject({ action: 'deny', by: 'non-interactive', message });
    expect(terminal.isOpen).toBe(false);
  });

  test('is withdrawn with the turn', async () => {
    const { client, answered, over, stateOf } = await race({ verdict, isHub: true });
    const view = await nextQuestion(client);
    over.abort(new Error('the turn was ended'));
    await expect(answered).rejects.toThrow('the turn was ended');
    await expect.poll(async () => (await stateOf(view.id)).state).toBe('cancelled');
  });
});
