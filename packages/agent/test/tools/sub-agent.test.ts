import { describe, expect, test } from 'vitest';
import type { Script } from '../../src/models/script/parse-script.ts';
import { CALM, collect, ending, madeAgent, only } from '../helpers/made-agent.ts';
import { madeTool, said, signpost, untilAbort } from '../helpers/made-tools.ts';
import { transcriptProblems } from '../helpers/transcript-problems.ts';

function agentUse(input: Readonly<Record<string, unknown>> = {}) {
  return { name: 'Agent', input: { prompt: 'look into it', description: 'look', ...input } };
}

const READ = madeTool({ name: 'Read', does: ({ path }) => said(`content of ${path}`) });
const WRITE = madeTool({ name: 'Write', access: 'edit' });

describe('an agent inside', () => {
  test('has its own conversation and reports once', async () => {
    const { agent, requests, logged } = madeAgent({
      tools: () => [READ],
      rules: ['Agent allow'],
      script: [
        { tool_uses: [agentUse({ subagent_type: 'code reviewer' })] },
        { tool_uses: [{ name: 'Read', input: { path: 'a' } }], usage: { input_tokens: 5, output_tokens: 1 } },
        { text: 'a is fine', usage: { input_tokens: 6, output_tokens: 2 } },
        { text: 'it says a is fine', usage: { input_tokens: 7, output_tokens: 3 } },
      ],
    });
    const events = await collect(agent.run('check', CALM));
    const inside = { agent: 'code-reviewer-1', parentToolUseId: 'call-1-1' };

    expect(requests[1]?.messages).toEqual([{ role: 'user', text: 'look into it' }]);
    expect(agent.messages[2]).toEqual({
      role: 'tool',
      results: [{ toolUseId: 'call-1-1', toolName: 'Agent', text: 'a is fine', isError: false }],
    });
    expect(only(events, 'tool-started')).toMatchObject([{ name: 'Agent' }, { name: 'Read', ...inside }]);
    expect(only(events, 'ended').map(({ agent: name, usage }) => [name, usage.inputTokens])).toEqual([
      ['code-reviewer-1', 11],
      [undefined, 18],
    ]);
    expect(logged.map(({ tool_name, agent: name, session_id }) => [tool_name, name, session_id])).toEqual([
      ['Agent', undefined, 'session-1'],
      ['Read', 'code-reviewer-1', 'session-1'],
    ]);
  });

  test('uses the same gate, and its denials are those of the run', async () => {
    const { agent } = madeAgent({
      tools: () => [WRITE],
      rules: ['Agent allow'],
      script: [
        { tool_uses: [agentUse()] },
        { tool_uses: [{ name: 'Write', input: { path: 'a' } }] },
        { text: 'I may not' },
        { text: 'it may not' },
      ],
    });
    const end = ending(await collect(agent.run('go', CALM)));
    expect(end.denials).toMatchObject([{ toolName: 'Write', toolUseId: 'call-2-1', unasked: true }]);
  });

  test('is always in the same mode', async () => {
    const made = madeAgent({
      tools: () => [
        WRITE,
        madeTool({ name: 'Read', does: () => said(made.mode.switchTo('plan').mode) }),
        madeTool({ name: 'ExitPlanMode', access: 'internal' }),
      ],
      rules: ['Agent allow'],
      mode: 'acceptEdits',
      script: [
        { tool_uses: [agentUse()] },
        {
          tool_uses: [
            { name: 'Write', input: { path: 'a' } },
            { name: 'Read', input: {} },
            { name: 'Write', input: { path: 'b' } },
          ],
        },
        { text: 'planning' },
        { text: 'done' },
      ],
    });
    const events = await collect(made.agent.run('go', CALM));
    expect(only(events, 'tool-finished').map(({ name, end }) => [name, end])).toEqual([
      ['Write', 'ok'],
      ['Read', 'ok'],
      ['Write', 'denied'],
      ['Agent', 'ok'],
    ]);
    expect(made.requests.map((request) => request.tools.map(({ name }) => name))).toEqual([
      ['Write', 'Read', 'ExitPlanMode', 'Agent'],
      // Planning is between the operator and the first agent.
      ['Write', 'Read', 'Agent'],
      ['Read', 'Agent'],
      ['Read', 'ExitPlanMode', 'Agent'],
    ]);
    expect(only(events, 'mode-changed')).toEqual([{ kind: 'mode-changed', mode: 'plan' }]);
  });

  test('may start another, which may not', async () => {
    const { agent, requests, logged } = madeAgent({
      tools: () => [READ],
      rules: ['Agent allow'],
      script: [
        { tool_uses: [agentUse()] },
        { tool_uses: [agentUse()] },
        { tool_uses: [agentUse()] },
        { text: 'c' },
        { text: 'b' },
        { text: 'a' },
      ],
    });
    const events = await collect(agent.run('go', CALM));
    expect(requests.slice(0, 3).map((request) => request.tools.map(({ name }) => name))).toEqual([
      ['Read', 'Agent'],
      ['Read', 'Agent'],
      ['Read'],
    ]);
    expect(only(events, 'ended').map(({ agent: name }) => name)).toEqual(['agent-1/agent-1', 'agent-1', undefined]);
    expect(logged.map(({ agent: name }) => name)).toEqual([undefined, 'agent-1']);
    expect(only(events, 'tool-finished').map(({ end }) => end)).toEqual(['invalid', 'ok', 'ok']);
  });

  test('works beside its neighbours', async () => {
    const both = signpost();
    let there = 0;
    const meeting = madeTool({
      name: 'Read',
      async does() {
        if (++there === 2) both.reach();
        await both.reached;
        return said('met');
      },
    });
    const { agent } = madeAgent({
      tools: () => [meeting],
      rules: ['Agent allow'],
      script: [
        { tool_uses: [agentUse(), agentUse()] },
        { tool_uses: [{ name: 'Read', input: {} }] },
        { tool_uses: [{ name: 'Read', input: {} }] },
        { text: 'x' },
        { text: 'y' },
        { text: 'done' },
      ],
    });
    expect(ending(await collect(agent.run('go', CALM))).end).toEqual({ kind: 'done', text: 'done' });
  });

  test('ends with the run', async () => {
    const interruption = new AbortController();
    const waiting = madeTool({
      name: 'Read',
      does: (_, { signal }) => {
        queueMicrotask(() => interruption.abort());
        return untilAbort(signal);
      },
    });
    const { agent } = madeAgent({
      tools: () => [waiting],
      rules: ['Agent allow'],
      script: [{ tool_uses: [agentUse()] }, { tool_uses: [{ name: 'Read', input: {} }] }],
    });
    const events = await collect(agent.run('go', interruption.signal));
    expect(ending(events).end).toEqual({ kind: 'interrupted' });
    expect(transcriptProblems(agent.messages)).toEqual([]);
  });
});

describe('how it ends', () => {
  test.each<[string, Script, string, boolean]>([
    ['without a word', [{ text: '' }], 'the agent finished without a word', false],
    ['badly', [{ fault: 'unreachable' }], 'the agent failed: `scripted`: scripted fault `unreachable`', true],
    [
      'never',
      [{ tool_uses: [{ name: 'Read', input: {} }] }, { tool_uses: [{ name: 'Read', input: {} }] }],
      'the agent was stopped after 2 turns without finishing',
      true,
    ],
  ])('%s', async (_, inside, text, isError) => {
    const { agent } = madeAgent({
      tools: () => [READ],
      rules: ['Agent allow'],
      limits: { turns: 2, contextTokens: 100_000 },
      script: [{ tool_uses: [agentUse()] }, ...inside, { text: 'done' }],
    });
    await collect(agent.run('go', CALM));
    expect(agent.messages[2]).toEqual({
      role: 'tool',
      results: [{ toolUseId: 'call-1-1', toolName: 'Agent', text, isError }],
    });
  });
});

describe('its prompt', () => {
  test.each<[string, unknown, string]>([
    ['no prompt', { description: 'x' }, '`prompt` must be text'],
    ['an empty one', { description: 'x', prompt: ' ' }, '`prompt` is empty'],
    ['a number', { description: 'x', prompt: 7 }, '`prompt` must be text'],
    [
      'more than it knows',
      { description: 'x', prompt: 'y', mode: 'bypassPermissions' },
      'unknown field `mode`; the fields are prompt, description, subagent_type',
    ],
    ['a list', ['x'], 'expected an object'],
  ])('%s', async (_, input, expected) => {
    const { agent } = madeAgent({ rules: ['Agent allow'], script: [{ tool_uses: [{ name: 'Agent', input }] }, {}] });
    const [finished] = only(await collect(agent.run('go', CALM)), 'tool-finished');
    expect([finished?.end, finished?.result.text]).toEqual(['invalid', `wrong input for Agent: ${expected}`]);
  });
});
