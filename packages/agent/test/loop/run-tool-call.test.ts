import type { Hook, HookAnswer } from '@caliban/gate';
import { describe, expect, test } from 'vitest';
import type { AgentEvent } from '../../src/events.ts';
import { runToolCall } from '../../src/loop/run-tool-call.ts';
import type { Script } from '../../src/models/script/parse-script.ts';
import type { Tool } from '../../src/tools/tool.ts';
import {
  type AgentWishes,
  CALM,
  collect,
  ending,
  type MadeAgent,
  madeAgent,
  madeSession,
  only,
} from '../helpers/made-agent.ts';
import { madeTool, said } from '../helpers/made-tools.ts';

type ScriptedToolUse = NonNullable<Script[number]['tool_uses']>[number];

/** One call by an agent, and what became of it. */
async function called(use: ScriptedToolUse, tools: readonly Tool[], wishes: AgentWishes = {}) {
  const made: MadeAgent = madeAgent({ tools: () => tools, script: [{ tool_uses: [use] }, { text: 'ok' }], ...wishes });
  const events: AgentEvent[] = await collect(made.agent.run('go', CALM));
  const finished = only(events, 'tool-finished')[0];
  if (finished === undefined) throw new Error('no call was finished');
  return { ...made, events, finished, end: finished.end, text: finished.result.text, denials: ending(events).denials };
}

const READ = madeTool({ name: 'Read', does: ({ path }) => said(`content of ${path}`) });
const WRITE = madeTool({ name: 'Write', access: 'edit' });

describe('calls that never reach the gate', () => {
  test.each<[string, ScriptedToolUse, string]>([
    ['a near miss', { name: 'read_' }, 'there is no tool `read_`; did you mean `Read`?'],
    ['no such tool', { name: 'Compile' }, 'there is no tool `Compile`; the tools are: Read, Write, Agent'],
    ['a name of an MCP tool without its server', { name: 'write' }, 'there is no tool `write`; did you mean `Write`?'],
    [
      'a name that would deceive',
      { name: 'a\u001b[2K' },
      'there is no tool `a\\e[2K`; the tools are: Read, Write, Agent',
    ],
    ['text', { name: 'Read', input: 'a' }, 'wrong input for Read: expected an object'],
    ['null', { name: 'Read', input: null }, 'wrong input for Read: expected an object'],
    [
      'half a JSON text',
      { name: 'Read', malformed_input: '{"path": "a' },
      'the input for Read was not valid JSON, so nothing was run; send the call again. It began: {"path": "a',
    ],
  ])('%s', async (_, use, expected) => {
    const { end, text, logged, denials, finished } = await called(use, [READ, WRITE]);
    expect([end, text, finished.result.isError, logged, denials]).toEqual(['invalid', expected, true, [], []]);
  });

  test('a parser that throws', async () => {
    const tool = madeTool({
      name: 'Read',
      parse() {
        throw new Error('too deep');
      },
    });
    const { end, text } = await called({ name: 'Read' }, [tool]);
    expect([end, text]).toEqual(['invalid', 'the call could not be read: too deep']);
  });

  test('input nested beyond all reason', async () => {
    let input: unknown = 'core';
    for (let depth = 0; depth < 100_000; depth++) input = [input];
    const { end, text, agent } = await called({ name: 'Read', input: { path: input } }, [READ]);
    expect([end, text]).toEqual(['invalid', expect.stringContaining('(nested too deep)')]);
    expect(JSON.stringify(agent.messages).length).toBeLessThan(2_000);
  });
});

describe('calls that the gate refuses', () => {
  test('the reason of the rule reaches the model', async () => {
    const { end, text, denials, requests } = await called({ name: 'Read', input: { path: '.env' } }, [READ], {
      rules: ['Read:.env deny'],
    });
    expect([end, text]).toEqual(['denied', 'this Read call is denied by the rule `Read:.env`']);
    expect(requests[1]?.messages.at(-1)).toEqual({
      role: 'tool',
      results: [{ toolUseId: 'call-1-1', toolName: 'Read', text, isError: true }],
    });
    expect(denials).toEqual([
      { toolName: 'Read', toolUseId: 'call-1-1', input: { path: '.env' }, message: text, unasked: false },
    ]);
  });

  test('a question that no one can answer is marked', async () => {
    const { end, text, denials } = await called({ name: 'Write', input: { path: 'a' } }, [WRITE]);
    expect([end, denials.map(({ unasked }) => unasked)]).toEqual(['denied', [true]]);
    expect(text).toContain('--permission-mode acceptEdits');
  });

  test('a no of the operator is not', async () => {
    const { denials } = await called({ name: 'Write', input: { path: 'a' } }, [WRITE], {
      askHandler: { ask: async () => ({ kind: 'once', action: 'deny', by: 'operator' }) },
    });
    expect(denials.map(({ unasked }) => unasked)).toEqual([false]);
  });

  test.each<[string, Partial<Hook>, string]>([
    ['another hook', { beforeTool: async () => ({ kind: 'deny', message: 'not today' }) }, 'not today'],
    [
      'a hook that throws',
      {
        async beforeTool() {
          throw new Error('boo');
        },
      },
      'the hook `mine` failed: boo, so the call was refused',
    ],
    [
      'a hook that says nothing',
      { beforeTool: async () => undefined as never },
      'the hook `mine` gave no usable answer, so the call was refused',
    ],
  ])('%s', async (_, hook, expected) => {
    const mine: Hook = { name: 'mine', beforeTool: async () => ({ kind: 'continue' }), ...hook };
    const { end, text, logged } = await called({ name: 'Read', input: {} }, [READ], { hooks: [mine] });
    expect([end, text, logged]).toEqual(['denied', expected, []]);
  });
});

describe('only a yes is a yes', () => {
  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'denied'],
    ['null', null, 'denied'],
    ['an allow', { kind: 'allow' }, 'denied'],
    ['a deny without a message', { kind: 'deny' }, 'denied'],
    ['true', true, 'denied'],
    ['continue', { kind: 'continue' }, 'ok'],
  ])('hooks that answer %s', async (_, answer, expected) => {
    let ran = 0;
    const session = madeSession();
    const ends: string[] = [];
    const { denials } = await runToolCall(
      { kind: 'tool-use', id: 'a', name: 'Read', input: {} },
      {
        tools: [madeTool({ name: 'Read', does: () => said(`${++ran}`) })],
        hooks: { name: 'odd', beforeTool: async () => answer as HookAnswer },
        session,
        context: () => ({ workspace: session.workspace }),
        origin: {},
        mayRead: () => true,
        emit: (event) => void (event.kind === 'tool-finished' && ends.push(event.end)),
      },
      CALM,
    );
    expect([ends, ran, denials.length]).toEqual(expected === 'ok' ? [['ok'], 1, 0] : [['denied'], 0, 1]);
  });
});

describe('what runs', () => {
  test("is what was judged: frozen, described in the session's current directory", async () => {
    const session = madeSession();
    const here = `${session.workspace}/deep/down`;
    session.cwd = here as typeof session.cwd;
    const inputs: unknown[] = [];
    const tool = madeTool({
      name: 'Read',
      does: (input) => said(String(Object.isFrozen(inputs[inputs.push(input) - 1]))),
    });
    const { text, logged, events } = await called({ name: 'Read', input: { path: '../a', deep: { x: [1] } } }, [tool], {
      session,
    });
    expect([text, logged.map(({ cwd }) => cwd)]).toEqual(['true', [here]]);
    expect(Object.isFrozen((inputs[0] as { deep: { x: number[] } }).deep.x)).toBe(true);
    expect(only(events, 'tool-started')[0]?.call?.subject).toEqual({
      kind: 'path',
      written: `${session.workspace}/deep/a`,
      real: `${session.workspace}/deep/a`,
    });
  });

  test.each<[string, Partial<Parameters<typeof madeTool>[0]>, string, string]>([
    ['nothing at all', { does: () => undefined as never }, 'error', 'Read failed: it gave no usable output'],
    ['an error without a word', { does: () => ({ text: ' ', isError: true }) }, 'error', '(no output)'],
    ['an error output', { does: () => ({ text: 'no such file', isError: true }) }, 'error', 'no such file'],
    [
      'a throw',
      {
        does() {
          throw new Error('boo');
        },
      },
      'error',
      'Read failed: boo',
    ],
    ['a synchronous throw', { run: (() => failing()) as Tool['run'] }, 'error', 'Read failed: at once'],
  ])('%s', async (_, tool, end, text) => {
    const outcome = await called({ name: 'Read', input: {} }, [madeTool({ name: 'Read', ...tool })]);
    expect([outcome.end, outcome.text, outcome.finished.result.isError]).toEqual([end, text, true]);
  });

  test('output beyond measure is cut', async () => {
    const tool = madeTool({ name: 'Read', does: () => said('x'.repeat(100_000)) });
    const { text } = await called({ name: 'Read', input: {} }, [tool], {
      session: madeSession({ maxOutputChars: 1_000 }),
    });
    expect(text.length).toBeLessThan(1_200);
    expect(text).toContain('99000 characters cut here');
  });

  test('progress and a diff are shown', async () => {
    const tool = madeTool({
      name: 'Read',
      does: (_, { progress }) => {
        progress('half');
        return { ...said('whole'), diff: '+a' };
      },
    });
    const { events, finished } = await called({ name: 'Read', input: {} }, [tool]);
    expect(only(events, 'tool-progress')).toEqual([{ kind: 'tool-progress', id: 'call-1-1', text: 'half' }]);
    expect(finished.diff).toBe('+a');
  });

  test('hooks see the result; one that fails changes nothing', async () => {
    const seen: unknown[] = [];
    const hook: Hook = {
      name: 'after',
      beforeTool: async () => ({ kind: 'continue' }),
      afterTool(call, result) {
        seen.push(call.tool, result);
        throw new Error('boo');
      },
    };
    const { end, reported } = await called({ name: 'Read', input: { path: 'a' } }, [READ], { hooks: [hook] });
    expect([end, seen, reported]).toEqual([
      'ok',
      ['Read', { text: 'content of a', isError: false }],
      ['hook `after` failed: boo'],
    ]);
  });
});

describe('a call that leads to another', () => {
  const fetching = madeTool({
    name: 'WebFetch',
    access: 'network',
    does: async (_, { checkAlso }) => {
      const also = await checkAlso('WebFetch', { url: 'https://evil.test/' });
      return also.ok ? said('followed') : { text: also.error, isError: true };
    },
  });
  const use = { name: 'WebFetch', input: { url: 'https://good.test/' } };

  test('is judged as a separate call', async () => {
    const { text, logged } = await called(use, [fetching], { rules: ['WebFetch allow'] });
    expect([text, logged.map(({ input }) => input)]).toEqual([
      'followed',
      [{ url: 'https://good.test/' }, { url: 'https://evil.test/' }],
    ]);
  });

  test('and its refusal is recorded as a denial', async () => {
    const { end, denials } = await called(use, [fetching], { rules: ['WebFetch:https://good.test/* allow'] });
    expect([end, denials.map(({ toolUseId, input, unasked }) => [toolUseId, input, unasked])]).toEqual([
      'error',
      [['call-1-1', { url: 'https://evil.test/' }, true]],
    ]);
  });
});

function failing(): never {
  throw new Error('at once');
}
