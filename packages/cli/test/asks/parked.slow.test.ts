// A question that is parked: the host ends its run, and the answer is used when it announces the very same call again.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUNDLE, type Ran, ServeScratch } from '../serve/server-process.ts';
import { answerQuestion, nextQuestion } from './answers.ts';

const HEADLESS = { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' };

type Changes = {
  readonly command?: string;
  readonly toolUseId?: string;
  readonly payload?: object;
  readonly env?: Readonly<Record<string, string>>;
};

class Parked extends ServeScratch {
  readonly record: string = join(this.root, 'record.jsonl');

  constructor(settings = 'wait_seconds = 1\npark_hours = 12\n') {
    super();
    this.rules('ask Bash:git push *');
    this.write('home/.config/caliban/settings.toml', `[inbox]\n${settings}`);
    this.writeRecord(['toolu_1']);
  }

  /** What Claude Code has written before a call: each call of the reply on a line. */
  writeRecord(ids: readonly string[], { version = '2.1.325', isSidechain = false } = {}): void {
    const lines = ids.map((id) => ({
      ...{ type: 'assistant', isSidechain, version },
      message: { id: 'msg_1', role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: {} }] },
    }));
    this.write('record.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  hook({
    command = 'git push origin',
    toolUseId = 'toolu_1',
    payload = {},
    env = HEADLESS,
  }: Changes = {}): Promise<Ran> {
    const input = JSON.stringify({
      ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: join(this.root, 'ws'), permission_mode: 'default' },
      ...{ tool_name: 'Bash', tool_input: { command }, tool_use_id: toolUseId, transcript_path: this.record },
      ...payload,
    });
    const words = [`${BUNDLE}caliban.cjs`, 'hook', 'claude-code', '--wait', '60'];
    return this.start(process.execPath, words, { input, env }).ended;
  }

  async decision(changes: Changes = {}): Promise<string> {
    const { stdout } = await this.hook(changes);
    return JSON.parse(stdout).hookSpecificOutput.permissionDecision;
  }
}

test('the answer that came meanwhile is used once, for this very call', async () => {
  const parked = new Parked();
  await parked.serve();
  const first = await parked.hook();
  expect(JSON.parse(first.stdout).hookSpecificOutput).toEqual({
    hookEventName: 'PreToolUse',
    permissionDecision: 'defer',
    permissionDecisionReason:
      'caliban: nobody has answered yet, so this Bash call is parked. The answer is used when this session is resumed, within 720 minutes',
  });
  const view = await nextQuestion(parked.client);
  expect(view).toMatchObject({ state: 'pending', ask: { limitMs: 43_200_000, lapseMs: 43_200_000 } });
  // Still without an answer it is the same question, not a second one.
  expect(await parked.decision()).toBe('defer');
  expect((await nextQuestion(parked.client)).id).toBe(view.id);
  await answerQuestion(parked.client, view, { action: 'allow' });
  // Other calls get nothing of it.
  expect(await parked.decision({ command: 'git push origin main' })).toBe('defer');
  parked.writeRecord(['toolu_2']);
  expect(await parked.decision({ toolUseId: 'toolu_2' })).toBe('defer');
  expect(await parked.decision()).toBe('allow');
  // As without an inbox: `claude -p` refuses what it is told to ask.
  expect(await parked.decision()).toBe('ask');
  expect(parked.log().filter(({ tool_use_id }) => tool_use_id === 'toolu_1')).toMatchObject([
    { outcome: 'deny', because: { cause: 'inbox-parked', ask_id: view.id } },
    { outcome: 'deny', because: { cause: 'inbox-parked', ask_id: view.id } },
    { outcome: 'deny', because: { cause: 'inbox-parked' }, input: { command: 'git push origin main' } },
    { outcome: 'allow', because: { name: 'anna', through: 'page', ask_id: view.id } },
    { outcome: 'handed-over', action: 'ask' },
  ]);
});

test('a no waits as well, and a deny that was added meanwhile wins over a yes', async () => {
  const parked = new Parked();
  await parked.serve();
  await parked.hook();
  await answerQuestion(parked.client, await nextQuestion(parked.client), { action: 'deny', message: 'not on Fridays' });
  expect((await parked.hook()).stdout).toContain('anna rejected this Bash call: not on Fridays');
  parked.writeRecord(['toolu_2']);
  expect(await parked.decision({ toolUseId: 'toolu_2' })).toBe('defer');
  await answerQuestion(parked.client, await nextQuestion(parked.client), { action: 'allow' });
  parked.rules('deny Bash:git push *');
  expect(await parked.decision({ toolUseId: 'toolu_2' })).toBe('deny');
});

describe('where the host would go on as if nothing had been said, it is told to ask, as without parking', () => {
  test.each<readonly [string, (parked: Parked) => Changes | undefined]>([
    ['several calls in one reply', (parked) => void parked.writeRecord(['toolu_1', 'toolu_2'])],
    ['a version that does not know it', (parked) => void parked.writeRecord(['toolu_1'], { version: '2.1.88' })],
    ['a record without this call', (parked) => void parked.writeRecord(['toolu_9'])],
    ['no record', () => ({ payload: { transcript_path: '/nowhere/x.jsonl' } })],
    ['a record that is a pipe', () => ({ payload: { transcript_path: '/dev/stdin' } })],
    ['a sub-agent', () => ({ payload: { agent_id: 'a1' } })],
    ['a call of a sub-agent in the record', (parked) => void parked.writeRecord(['toolu_1'], { isSidechain: true })],
  ])('%s', async (_, arrange) => {
    const parked = new Parked();
    await parked.serve();
    expect(await parked.decision(arrange(parked) ?? {})).toBe('ask');
    expect(parked.log().at(-1)).toMatchObject({ outcome: 'handed-over', action: 'ask' });
    expect((await parked.client.send({ method: 'GET', path: '/api/cards' })).body).toMatchObject({ cards: [] });
  });

  test('without `park_hours`', async () => {
    const parked = new Parked('wait_seconds = 1\n');
    await parked.serve();
    expect(await parked.decision()).toBe('ask');
  });

  test('in a terminal, where its own user is asked', async () => {
    const parked = new Parked('wait_seconds = 1\npark_hours = 12\nfrom = "all"\n');
    await parked.serve();
    expect(await parked.decision({ env: {} })).toBe('ask');
  });
});
