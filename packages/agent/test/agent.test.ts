import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Message } from '../src/conversation/messages.ts';
import type { StopReason } from '../src/models/model.ts';
import { readTool } from '../src/tools/read.ts';
import { writeTool } from '../src/tools/write.ts';
import { CALM, collect, ending, madeAgent, only } from './helpers/made-agent.ts';
import { madeTool, said, signpost } from './helpers/made-tools.ts';
import { transcriptProblems } from './helpers/transcript-problems.ts';

function results(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) => (message.role === 'tool' ? message.results.map(({ text }) => text) : []));
}

describe('a run', () => {
  test('prompt, call, result, answer', async () => {
    const echo = madeTool({ name: 'Read', does: ({ path }) => said(`content of ${path}`) });
    const { agent, recorded, logged } = madeAgent({
      tools: () => [echo],
      script: [{ text: 'Let me look.', tool_uses: [{ name: 'Read', input: { path: 'a' } }] }, { text: 'It is fine.' }],
    });
    const events = await collect(agent.run('check a', CALM));

    expect(agent.messages).toEqual([
      { role: 'user', text: 'check a' },
      {
        role: 'assistant',
        parts: [
          { kind: 'text', text: 'Let me look.' },
          { kind: 'tool-use', id: 'call-1-1', name: 'Read', input: { path: 'a' } },
        ],
      },
      {
        role: 'tool',
        results: [{ toolUseId: 'call-1-1', toolName: 'Read', text: 'content of a', isError: false }],
      },
      { role: 'assistant', parts: [{ kind: 'text', text: 'It is fine.' }] },
    ]);
    expect(recorded).toEqual(agent.messages.map((message) => ({ kind: 'message', message })));
    expect(events.map(({ kind }) => kind).filter((kind) => kind !== 'text')).toEqual([
      'turn-started',
      'assistant',
      'tool-started',
      'tool-running',
      'tool-finished',
      'tool-results',
      'turn-started',
      'assistant',
      'ended',
    ]);
    expect(ending(events)).toMatchObject({ end: { kind: 'done', text: 'It is fine.' }, turns: 2, denials: [] });
    expect(logged).toMatchObject([
      { session_id: 'session-1', turn: 1, tool_use_id: 'call-1-1', tool_name: 'Read', outcome: 'allow' },
    ]);
  });

  test('the next prompt continues the same conversation', async () => {
    const { agent, requests } = madeAgent({ script: [{ text: 'one' }, { text: 'two' }] });
    await collect(agent.run('first', CALM));
    await collect(agent.run('second', CALM));
    expect(requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  test('an empty prompt is not sent', async () => {
    const { agent, requests } = madeAgent({ script: [{ text: 'hi' }] });
    const { end } = ending(await collect(agent.run(' \n', CALM)));
    expect([end, requests, agent.messages]).toEqual([{ kind: 'failed', message: 'the prompt is empty' }, [], []]);
  });

  test('one run at a time', async () => {
    const { agent } = madeAgent({ script: [{ text: 'one' }] });
    const first = agent.run('a', CALM)[Symbol.asyncIterator]();
    await first.next();
    await expect(collect(agent.run('b', CALM))).rejects.toThrow('already running');
    await first.return?.();
    expect(ending(await collect(agent.run('c', CALM))).end.kind).toBe('done');
  });

  test('it stops at the turn limit, with every call answered', async () => {
    const again = { tool_uses: [{ name: 'Read', input: {} }] };
    const { agent } = madeAgent({
      tools: () => [madeTool({ name: 'Read' })],
      script: [again, again, again],
      limits: { turns: 2, contextTokens: 100_000 },
    });
    const end = ending(await collect(agent.run('go', CALM)));
    expect([end.end, end.turns]).toEqual([{ kind: 'turn-limit', limit: 2 }, 2]);
    expect(transcriptProblems(agent.messages)).toEqual([]);
  });

  test('real tools: a file is written where the rules allow it and nowhere else', async () => {
    const { agent, session } = madeAgent({
      tools: () => [readTool, writeTool],
      rules: ['Write:docs/** allow'],
      script: [
        {
          tool_uses: [
            { name: 'Write', input: { path: 'docs/a.md', content: 'hello' } },
            { name: 'Write', input: { path: 'src/a.ts', content: 'hello' } },
          ],
        },
        { text: 'done' },
      ],
    });
    const end = ending(await collect(agent.run('write', CALM)));
    expect(await readFile(join(session.workspace, 'docs/a.md'), 'utf8')).toBe('hello');
    await expect(readFile(join(session.workspace, 'src/a.ts'), 'utf8')).rejects.toThrow('ENOENT');
    expect(end.denials).toMatchObject([{ toolName: 'Write', toolUseId: 'call-1-2', unasked: true }]);
  });
});

describe('how a reply may end', () => {
  test.each<[StopReason, string, unknown]>([
    ['done', 'hi', { kind: 'done', text: 'hi' }],
    ['done', '', { kind: 'done', text: '' }],
    ['tool-use', 'hi', { kind: 'done', text: 'hi' }],
    ['other', 'hi', { kind: 'done', text: 'hi' }],
    ['other', '', { kind: 'failed', message: 'the model stopped without an answer' }],
    ['refused', '', { kind: 'failed', message: 'the model refused to answer' }],
    [
      'length',
      'half a sen',
      {
        kind: 'failed',
        message: 'the reply was cut off at the output limit of the model; ask it to go on, or for less at once',
      },
    ],
  ])('%s with text `%s`', async (stop, text, expected) => {
    const { agent } = madeAgent({ script: [{ text, stop }] });
    expect(ending(await collect(agent.run('go', CALM))).end).toEqual(expected);
  });

  test('calls of a truncated reply are not run, and the model gets the reason', async () => {
    let ran = 0;
    const tool = madeTool({ name: 'Read', does: () => said(`${++ran}`) });
    const { agent } = madeAgent({
      tools: () => [tool],
      script: [{ stop: 'length', tool_uses: [{ name: 'Read', input: {} }] }, { text: 'ok' }],
    });
    const end = ending(await collect(agent.run('go', CALM))).end;
    expect([ran, end, results(agent.messages)]).toEqual([
      0,
      { kind: 'done', text: 'ok' },
      ['the reply was cut off at the output limit, so none of its calls were run; send fewer or smaller calls'],
    ]);
  });

  test('so are those of a reply the provider stopped, and the run ends', async () => {
    const { agent } = madeAgent({
      tools: () => [madeTool({ name: 'Read' })],
      script: [{ stop: 'refused', tool_uses: [{ name: 'Read', input: {} }] }],
    });
    expect(ending(await collect(agent.run('go', CALM))).end.kind).toBe('failed');
    expect(transcriptProblems(agent.messages)).toEqual([]);
  });

  test('calls run even where a provider says `done`', async () => {
    const { agent } = madeAgent({
      tools: () => [madeTool({ name: 'Read' })],
      script: [{ stop: 'done', tool_uses: [{ name: 'Read', input: {} }] }, { text: 'ok' }],
    });
    await collect(agent.run('go', CALM));
    expect(results(agent.messages)).toEqual(['ok']);
  });

  test('a model that fails ends the run with its words, and what it had said is kept', async () => {
    const { agent } = madeAgent({ script: [{ text: 'I was ab', fault: 'drop' }, { text: 'again' }] });
    expect(ending(await collect(agent.run('go', CALM))).end).toEqual({
      kind: 'failed',
      message: '`scripted`: scripted fault `drop`',
    });
    await collect(agent.run('go on', CALM));
    expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(transcriptProblems(agent.messages)).toEqual([]);
  });

  test('a prompt without a reply is not followed by another prompt', async () => {
    const { agent } = madeAgent({ script: [{ fault: 'not-authorised' }, { text: 'hi' }] });
    await collect(agent.run('one', CALM));
    await collect(agent.run('two', CALM));
    expect(transcriptProblems(agent.messages)).toEqual([]);
  });

  test('a stream that just stops', async () => {
    const { agent } = madeAgent({ model: { name: 'mute', async *reply() {} } });
    expect(ending(await collect(agent.run('go', CALM))).end).toEqual({
      kind: 'failed',
      message: 'the reply stopped before its end',
    });
  });
});

describe('ids', () => {
  test.each([
    ['empty', ['', '']],
    ['twice the same', ['x', 'x']],
    ['very long', ['y'.repeat(1_000), 'z']],
  ])('%s', async (_, ids) => {
    const uses = { tool_uses: ids.map((id) => ({ id, name: 'Read', input: {} })) };
    const { agent } = madeAgent({ tools: () => [madeTool({ name: 'Read' })], script: [uses, uses, { text: 'done' }] });
    const events = await collect(agent.run('go', CALM));
    expect(transcriptProblems(agent.messages)).toEqual([]);
    expect(new Set(only(events, 'tool-finished').map(({ id }) => id)).size).toBe(4);
  });
});

describe('order', () => {
  test('neighbours that only read run side by side', async () => {
    const [first, second] = [signpost(), signpost()];
    const { agent } = madeAgent({
      tools: () => [
        madeTool({
          name: 'Read',
          async does({ path }) {
            const [mine, other] = path === 'a' ? [first, second] : [second, first];
            mine.reach();
            await other.reached;
            return said(String(path));
          },
        }),
      ],
      script: [
        {
          tool_uses: [
            { name: 'Read', input: { path: 'a' } },
            { name: 'Read', input: { path: 'b' } },
          ],
        },
        {},
      ],
    });
    await collect(agent.run('go', CALM));
    expect(results(agent.messages)).toEqual(['a', 'b']);
  });

  test('a call that may change something runs alone', async () => {
    const log: string[] = [];
    const noting = (name: string, access: 'read' | 'edit') =>
      madeTool({
        name,
        access,
        async does({ path }) {
          log.push(`${path} starts`);
          await new Promise(setImmediate);
          log.push(`${path} ends`);
          return said(String(path));
        },
      });
    const { agent } = madeAgent({
      tools: () => [noting('Read', 'read'), noting('Write', 'edit')],
      rules: ['Write allow'],
      script: [
        {
          tool_uses: [
            ['Read', 'r1'],
            ['Write', 'w1'],
            ['Write', 'w2'],
            ['Read', 'r2'],
          ].map(([name, path]) => ({ name: name as string, input: { path } })),
        },
        {},
      ],
    });
    await collect(agent.run('go', CALM));
    expect(log).toEqual(['r1', 'w1', 'w2', 'r2'].flatMap((path) => [`${path} starts`, `${path} ends`]));
    expect(results(agent.messages)).toEqual(['r1', 'w1', 'w2', 'r2']);
  });
});

describe('plan mode', () => {
  const tools = [
    madeTool({ name: 'Read', access: 'read' }),
    madeTool({ name: 'TodoWrite', access: 'internal' }),
    madeTool({ name: 'Write', access: 'edit' }),
    madeTool({ name: 'Bash', access: 'execute' }),
    madeTool({ name: 'WebFetch', access: 'network' }),
    madeTool({ name: 'mcp__a__b', access: 'unknown' }),
    madeTool({ name: 'mcp__a__look', access: 'read' }),
    madeTool({ name: 'ExitPlanMode', access: 'internal' }),
  ];

  test('offers read-only tools, and a change of mode applies to the next reply', async () => {
    const leave = madeTool({ name: 'ExitPlanMode', access: 'internal', does: () => said(leaving()) });
    const made = madeAgent({
      mode: 'plan',
      tools: () => [...tools.slice(0, -1), leave],
      script: [{ tool_uses: [{ name: 'ExitPlanMode', input: {} }] }, { text: 'off we go' }],
    });
    const leaving = () => made.mode.switchTo('acceptEdits').mode;
    expect(made.agent.toolNames()).toEqual(['Read', 'TodoWrite', 'WebFetch', 'mcp__a__look', 'ExitPlanMode', 'Agent']);
    const events = await collect(made.agent.run('plan it', CALM));
    expect(made.requests.map((request) => request.tools.map(({ name }) => name))).toEqual([
      ['Read', 'TodoWrite', 'WebFetch', 'mcp__a__look', 'ExitPlanMode', 'Agent'],
      ['Read', 'TodoWrite', 'Write', 'Bash', 'WebFetch', 'mcp__a__b', 'mcp__a__look', 'ExitPlanMode', 'Agent'],
    ]);
    expect(only(events, 'mode-changed')).toEqual([{ kind: 'mode-changed', mode: 'acceptEdits' }]);
  });

  test('a tool that was not offered is refused by the gate', async () => {
    const { agent } = madeAgent({
      mode: 'plan',
      tools: () => tools,
      script: [{ tool_uses: [{ name: 'Write', input: { path: 'a', content: '' } }] }, {}],
    });
    const end = ending(await collect(agent.run('go', CALM)));
    expect(results(agent.messages)[0]).toContain('plan mode is read-only');
    expect(end.denials).toMatchObject([{ toolName: 'Write', unasked: false }]);
  });
});

test('a transcript that cannot be written is reported once and stops nothing', async () => {
  const { agent, reported } = madeAgent({
    script: [{ text: 'hi' }],
    record: async () => {
      throw new Error('disk full');
    },
  });
  expect(ending(await collect(agent.run('go', CALM))).end.kind).toBe('done');
  expect(reported).toEqual(['the transcript could not be written: disk full']);
});
