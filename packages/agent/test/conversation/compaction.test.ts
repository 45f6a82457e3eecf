import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compacted, splitForCompaction } from '../../src/conversation/compaction.ts';
import type { AssistantPart, Message } from '../../src/conversation/messages.ts';
import { estimateTokens } from '../../src/conversation/token-estimate.ts';
import { ModelError, type ModelRequest } from '../../src/models/model.ts';
import { scriptedModel } from '../../src/models/script/scripted-model.ts';
import { CALM, collect, ending, madeAgent, only } from '../helpers/made-agent.ts';
import { madeTool, said } from '../helpers/made-tools.ts';
import { transcriptProblems } from '../helpers/transcript-problems.ts';

/** One exchange: a prompt, some calls with their results, an answer; the last one may be under way. */
const exchanges: fc.Arbitrary<Message[]> = fc
  .array(fc.record({ prompt: fc.string(), calls: fc.array(fc.nat({ max: 3 }), { maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 6,
  })
  .chain((made) => fc.tuple(fc.constant(made), fc.boolean()))
  .map(([made, underWay]) => {
    let id = 0;
    const messages = made.flatMap(({ prompt, calls }): Message[] => [
      { role: 'user', text: prompt },
      ...calls.flatMap((count): Message[] => {
        const parts: AssistantPart[] = Array.from({ length: count }, () => use(`id-${++id}`));
        const results = parts.flatMap((part) => (part.kind === 'tool-use' ? [result(part.id)] : []));
        return count === 0
          ? []
          : [
              { role: 'assistant', parts },
              { role: 'tool', results },
            ];
      }),
      { role: 'assistant', parts: [{ kind: 'text', text: 'done' }] },
    ]);
    return underWay ? messages.slice(0, -1) : messages;
  });

function use(id: string): AssistantPart {
  return { kind: 'tool-use', id, name: 'Read', input: { path: id } };
}

function result(toolUseId: string) {
  return { toolUseId, toolName: 'Read', text: `content of ${toolUseId}`, isError: false };
}

describe('a summarised conversation', () => {
  test('keeps every call with its result, and the end as it was', () => {
    fc.assert(
      fc.property(exchanges, fc.nat({ max: 300 }), (messages, keepTokens) => {
        const split = splitForCompaction(messages, keepTokens);
        if (split === null) return;
        expect([...split.older, ...split.recent]).toEqual(messages);
        expect(split.older.length).toBeGreaterThan(0);
        expect(transcriptProblems(compacted(split, 'what was'))).toEqual([]);
        expect(compacted(split, 'what was').slice(-split.recent.length)).toEqual(split.recent);
        // Only the last exchange of all may be more than there is room for.
        const starts = split.recent.filter(({ role }) => role !== 'tool').length;
        if (starts > 1) expect(estimateTokens(split.recent)).toBeLessThanOrEqual(keepTokens);
      }),
    );
  });

  test('again and again stays whole, and comes to an end', () => {
    fc.assert(
      fc.property(exchanges, (messages) => {
        let current: readonly Message[] = messages;
        for (let round = 0; round < 50; round++) {
          const split = splitForCompaction(current, 0);
          if (split === null) return;
          current = compacted(split, `summary ${round}`);
          expect(transcriptProblems(current)).toEqual([]);
        }
        throw new Error('there is always something left to summarise');
      }),
    );
  });

  test.each<[string, Message[]]>([
    ['nothing', []],
    ['a prompt alone', [{ role: 'user', text: 'x'.repeat(1_000) }]],
  ])('%s cannot be', (_, messages) => {
    expect(splitForCompaction(messages, 0)).toBeNull();
  });
});

const LONG_AGO: readonly Message[] = [
  { role: 'user', text: 'once upon a time' },
  { role: 'assistant', parts: [{ kind: 'text', text: 'x'.repeat(4_000) }] },
];

describe('in a run', () => {
  test('older turns are summarised when the context is nearly full', async () => {
    const { agent, requests, recorded } = madeAgent({
      messages: LONG_AGO,
      limits: { turns: 5, contextTokens: 1_000 },
      script: [{ text: 'the operator told a tale' }, { text: 'hello' }],
    });
    const events = await collect(agent.run('hi', CALM));
    expect(only(events, 'compacted')).toEqual([{ kind: 'compacted', fromMessages: 3, toMessages: 3 }]);
    expect(requests[0]?.tools).toEqual([]);
    expect(requests[0]?.messages[0]).toMatchObject({ text: expect.stringContaining('operator: once upon a time') });
    expect(requests[1]?.messages).toEqual([
      { role: 'user', text: expect.stringContaining('the operator told a tale') },
      { role: 'assistant', parts: [{ kind: 'text', text: 'Understood.' }] },
      { role: 'user', text: 'hi' },
    ]);
    expect(recorded.map(({ kind }) => kind)).toEqual(['message', 'compacted', 'message']);
    expect(ending(events).end).toEqual({ kind: 'done', text: 'hello' });
  });

  test("the provider's count is used", async () => {
    const { agent } = madeAgent({
      tools: () => [madeTool({ name: 'Read', does: () => said('short') })],
      limits: { turns: 5, contextTokens: 1_000 },
      script: [
        { tool_uses: [{ name: 'Read', input: {} }], usage: { input_tokens: 900, output_tokens: 10 } },
        { text: 'in short' },
        { text: 'done' },
      ],
    });
    const events = await collect(agent.run('hi', CALM));
    expect(only(events, 'compacted')).toEqual([{ kind: 'compacted', fromMessages: 3, toMessages: 3 }]);
    expect(transcriptProblems(agent.messages)).toEqual([]);
  });

  test('a model that finds it too long is asked once more, with less', async () => {
    const { agent, requests } = madeAgent({
      messages: LONG_AGO,
      script: [{ fault: 'context-too-long' }, { text: 'in short' }, { text: 'hello' }],
    });
    expect(ending(await collect(agent.run('hi', CALM))).end).toEqual({ kind: 'done', text: 'hello' });
    expect(requests.map(({ messages }) => messages.length)).toEqual([3, 1, 3]);
  });

  test.each<[string, Parameters<typeof madeAgent>[0], string]>([
    [
      'it is too long all the same',
      { messages: LONG_AGO, script: [{ fault: 'context-too-long' }, { text: 'short' }, { fault: 'context-too-long' }] },
      'the conversation does not fit what the model can read, even after it was summarised; start a new session',
    ],
    [
      'there is nothing to summarise',
      { script: [{ fault: 'context-too-long' }] },
      'the conversation does not fit what the model can read, and nothing in it is left to summarise; start a new session',
    ],
    [
      'the summary fails',
      { messages: LONG_AGO, script: [{ fault: 'context-too-long' }, { fault: 'overloaded' }] },
      'the conversation has become too long and could not be summarised: `scripted`: scripted fault `overloaded`',
    ],
    [
      'the summary is empty',
      { messages: LONG_AGO, script: [{ fault: 'context-too-long' }, { text: ' ' }] },
      'the conversation has become too long and could not be summarised: the summary came back empty',
    ],
  ])('%s: the run ends and says so', async (_, wishes, message) => {
    const { agent } = madeAgent(wishes);
    expect(ending(await collect(agent.run('hi', CALM))).end).toEqual({ kind: 'failed', message });
    expect(transcriptProblems(agent.messages)).toEqual([]);
  });

  test('a long task never sends more than fits, and never a torn pair', async () => {
    const sent: ModelRequest[] = [];
    let replies = 0;
    const { agent } = madeAgent({
      tools: () => [madeTool({ name: 'Read', does: () => said('y'.repeat(1_000)) })],
      limits: { turns: 60, contextTokens: 2_000 },
      model: {
        name: 'strict',
        async *reply(request, signal) {
          sent.push(request);
          expect(transcriptProblems(request.messages)).toEqual([]);
          if (estimateTokens(request.messages) > 2_000)
            throw new ModelError('context-too-long', 'too long', { isPassing: false });
          const isSummary = request.tools.length === 0;
          const use = { tool_uses: [{ id: `id-${isSummary ? 0 : ++replies}`, name: 'Read', input: {} }] };
          const work = replies > 40 ? { text: 'done' } : use;
          yield* scriptedModel([isSummary ? { text: 'short' } : work]).reply(request, signal);
        },
      },
    });
    expect(ending(await collect(agent.run('work', CALM))).end).toEqual({ kind: 'done', text: 'done' });
    expect(sent.length).toBeGreaterThan(45);
  });
});
