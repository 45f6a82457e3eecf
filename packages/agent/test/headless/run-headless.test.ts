import { ok } from '@caliban/calls/types';
import { describe, expect, test } from 'vitest';
import type { OutputFormat } from '../../src/headless/output.ts';
import { readPrompts } from '../../src/headless/read-prompts.ts';
import { type HeadlessRun, runHeadless } from '../../src/headless/run-headless.ts';
import type { Script } from '../../src/models/script/parse-script.ts';
import { type AgentWishes, CALM, madeAgent } from '../helpers/made-agent.ts';
import { madeTool, said, untilAbort } from '../helpers/made-tools.ts';

type Wishes = AgentWishes & Partial<Pick<HeadlessRun, 'prompts' | 'signal' | 'write'>>;

/** A run of one prompt, with what it wrote. */
async function ran(format: OutputFormat, script: Script, wishes: Wishes = {}) {
  const { prompts = [ok('go')], signal = CALM, write, ...agentWishes } = wishes;
  const { agent } = madeAgent({ tools: () => [READ, WRITE], script, ...agentWishes });
  const written: string[] = [];
  const warned: string[] = [];
  let now = 0;
  const code = await runHeadless({
    agent,
    prompts,
    format,
    facts: {
      sessionId: 'session-1',
      cwd: '/repo',
      model: 'scripted',
      tools: ['Read', 'Write'],
      mcpServers: [{ name: 'github', status: 'failed' }],
      permissionMode: 'default',
    },
    write: write ?? ((text) => void written.push(text)),
    warn: (text) => void warned.push(text),
    signal,
    clock: () => (now += 10),
  });
  return { code, out: written.join(''), warned, lines: () => linesOf(written.join('')) };
}

function linesOf(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const READ = madeTool({ name: 'Read', does: ({ path }) => said(`content of ${path}`) });
const WRITE = madeTool({ name: 'Write', access: 'edit' });
const READS: Script = [{ text: 'Looking.', tool_uses: [{ name: 'Read', input: { path: 'a' } }] }, { text: 'Fine.' }];
const WRITES: Script = [
  { tool_uses: [{ name: 'Write', input: { path: 'a', content: '' } }] },
  { text: 'I could not.' },
];

describe('exit codes', () => {
  test.each<[string, number, Script, Wishes]>([
    ['done', 0, READS, {}],
    ['done, and nobody could be asked', 3, WRITES, {}],
    ['done, and a rule said no', 0, WRITES, { rules: ['Write deny'] }],
    ['done, and the mode said yes', 0, WRITES, { mode: 'acceptEdits' }],
    ['failed', 1, [{ fault: 'not-authorised' }], {}],
    ['at the turn limit', 1, READS, { limits: { turns: 1, contextTokens: 100_000 } }],
    ['interrupted', 130, READS, { signal: AbortSignal.abort() }],
    ['several prompts, the worst counts', 3, [...WRITES, { text: 'hi' }], { prompts: [ok('a'), ok('b')] }],
    [
      'a sub-agent that could not ask',
      3,
      [{ tool_uses: [{ name: 'Agent', input: { prompt: 'x', description: 'x' } }] }, ...WRITES, { text: 'so' }],
      { rules: ['Agent allow'] },
    ],
    ['no prompt at all', 0, [], { prompts: [] }],
    ['a prompt that cannot be read', 1, [], { prompts: [{ ok: false, error: 'line 1: no JSON' }] }],
  ])('%s: %i', async (_, expected, script, wishes) => {
    expect((await ran('text', script, wishes)).code).toBe(expected);
  });

  test('a prompt that cannot be read has a result, too, and is the last one', async () => {
    const prompts = [ok('go'), { ok: false, error: 'line 2: no JSON' } as const, ok('never reached')];
    const { code, lines, warned } = await ran('stream-json', [{ text: 'hi' }], { prompts });
    expect([code, warned]).toEqual([1, ['line 2: no JSON']]);
    expect(lines().map(({ type, is_error }) => [type, is_error])).toEqual([
      ['system', undefined],
      ['assistant', undefined],
      ['result', false],
      ['result', true],
    ]);
    expect(lines().at(-1)).toMatchObject({
      subtype: 'error_during_execution',
      num_turns: 0,
      result: 'line 2: no JSON',
      session_id: 'session-1',
      permission_denials: [],
    });
  });

  test('interrupted in the middle of a call', async () => {
    const interruption = new AbortController();
    const waiting = madeTool({
      name: 'Read',
      does: (_, { signal }) => {
        queueMicrotask(() => interruption.abort());
        return untilAbort(signal);
      },
    });
    const { code, lines } = await ran('stream-json', READS, { tools: () => [waiting], signal: interruption.signal });
    expect([code, lines().at(-1)]).toMatchObject([
      130,
      { type: 'result', subtype: 'error_during_execution', is_error: true },
    ]);
  });

  test('interrupted while waiting for the next prompt', async () => {
    const interruption = new AbortController();
    async function* forever() {
      yield ok('go');
      setImmediate(() => interruption.abort());
      await new Promise(() => {});
    }
    expect((await ran('text', READS, { prompts: forever(), signal: interruption.signal })).code).toBe(130);
  });

  test('a reader that has gone ends the run', async () => {
    const { code, warned } = await ran('stream-json', READS, {
      write: async () => {
        throw new Error('EPIPE');
      },
    });
    expect([code, warned]).toEqual([1, ['EPIPE']]);
  });
});

describe('text', () => {
  test('the answer alone', async () => {
    expect(await ran('text', READS)).toMatchObject({ out: 'Fine.\n', warned: [] });
  });

  test('errors are on standard error', async () => {
    expect(await ran('text', [{ text: 'I was', fault: 'drop' }])).toMatchObject({
      out: '',
      warned: ['`scripted`: scripted fault `drop`'],
    });
  });

  test('a call that could not be asked about is named, with a remedy', async () => {
    const { out, warned } = await ran('text', WRITES);
    expect([out, warned]).toEqual([
      'I could not.\n',
      [expect.stringMatching(/^denied: Write .*--permission-mode acceptEdits/)],
    ]);
  });

  test('nothing steers the terminal', async () => {
    const { out } = await ran('text', [{ text: 'a\u001b]0;owned\u0007\tb\u009b2J\nc é 漢' }]);
    expect(out).toBe('a\\e]0;owned\\u{7}\tb\\u{9b}2J\nc é 漢\n');
  });
});

describe('json', () => {
  test('one object', async () => {
    const { lines } = await ran('json', [
      { ...READS[0], usage: { input_tokens: 10, output_tokens: 2 } },
      { text: 'Fine.', usage: { input_tokens: 20, output_tokens: 3, cached_input_tokens: 5 } },
    ]);
    expect(lines()).toEqual([
      {
        type: 'result',
        subtype: 'success',
        is_error: false,
        num_turns: 2,
        duration_ms: expect.any(Number),
        duration_api_ms: 20,
        result: 'Fine.',
        session_id: 'session-1',
        usage: { input_tokens: 30, output_tokens: 5, cache_read_input_tokens: 5 },
        total_tokens: 35,
        permission_denials: [],
      },
    ]);
  });

  test.each<[string, Script, Wishes, Readonly<Record<string, unknown>>]>([
    [
      'failed',
      [{ fault: 'overloaded' }],
      {},
      { subtype: 'error_during_execution', is_error: true, result: '`scripted`: scripted fault `overloaded`' },
    ],
    [
      'turn limit',
      READS,
      { limits: { turns: 1, contextTokens: 9_999 } },
      { subtype: 'error_max_turns', is_error: true, num_turns: 1 },
    ],
    [
      'denied',
      WRITES,
      {},
      {
        subtype: 'success',
        permission_denials: [{ tool_name: 'Write', tool_use_id: 'call-1-1', tool_input: { path: 'a', content: '' } }],
      },
    ],
  ])('%s', async (_, script, wishes, expected) => {
    expect((await ran('json', script, wishes)).lines()).toMatchObject([expected]);
  });
});

describe('stream-json', () => {
  test('frame by frame', async () => {
    const { lines } = await ran('stream-json', READS);
    expect(lines()).toMatchObject([
      {
        type: 'system',
        subtype: 'init',
        session_id: 'session-1',
        cwd: '/repo',
        model: 'scripted',
        tools: ['Read', 'Write'],
        mcp_servers: [{ name: 'github', status: 'failed' }],
        permission_mode: 'default',
      },
      {
        type: 'assistant',
        message: {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Looking.' },
            { type: 'tool_use', id: 'call-1-1', name: 'Read', input: { path: 'a' } },
          ],
        },
        parent_tool_use_id: null,
        session_id: 'session-1',
      },
      {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'call-1-1', content: 'content of a', is_error: false }],
        },
        parent_tool_use_id: null,
        session_id: 'session-1',
      },
      { type: 'assistant', message: { content: [{ type: 'text', text: 'Fine.' }] } },
      { type: 'result', subtype: 'success', result: 'Fine.' },
    ]);
  });

  test("a sub-agent's events name the call that started it", async () => {
    const { lines } = await ran(
      'stream-json',
      [{ tool_uses: [{ name: 'Agent', input: { prompt: 'x', description: 'x' } }] }, ...READS, { text: 'so' }],
      { rules: ['Agent allow'] },
    );
    expect(lines().map(({ type, parent_tool_use_id: parent }) => `${type} ${parent}`)).toEqual([
      'system undefined',
      'assistant null',
      'assistant call-1-1',
      'user call-1-1',
      'assistant call-1-1',
      'user null',
      'assistant null',
      'result undefined',
    ]);
  });

  test('a result for each prompt, and the init frame once', async () => {
    const { lines } = await ran('stream-json', [{ text: 'a' }, { text: 'b' }], { prompts: [ok('x'), ok('y')] });
    expect(lines().map(({ type, result }) => [type, result])).toEqual([
      ['system', undefined],
      ['assistant', undefined],
      ['result', 'a'],
      ['assistant', undefined],
      ['result', 'b'],
    ]);
  });

  test('input that was no JSON is shown as what it was', async () => {
    const { lines } = await ran('stream-json', [
      { tool_uses: [{ name: 'Read', malformed_input: '{' }] },
      { text: 'x' },
    ]);
    expect(lines()[1]).toMatchObject({ message: { content: [{ type: 'tool_use', input: { malformed: '{' } }] } });
  });
});

describe('prompts from standard input', () => {
  async function read(...chunks: readonly (string | Uint8Array)[]) {
    async function* input() {
      yield* chunks;
    }
    const prompts = [];
    for await (const prompt of readPrompts(input())) prompts.push(prompt.ok ? prompt.value : prompt);
    return prompts;
  }

  function user(content: unknown): string {
    return JSON.stringify({ type: 'user', message: { role: 'user', content } });
  }

  test.each<[string, readonly string[], unknown]>([
    ['a text', [`${user('hi')}\n`], ['hi']],
    [
      'blocks',
      [
        user([
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ]),
      ],
      ['a\nb'],
    ],
    ['two, and blank lines', [`${user('a')}\n\n\r\n${user('b')}\n`], ['a', 'b']],
    ['one in pieces', [user('hello').slice(0, 20), user('hello').slice(20)], ['hello']],
    ['other frames', ['{"type":"control_request"}\n', user('a')], ['a']],
    ['nothing', [], []],
    [
      'no JSON',
      [`${user('a')}\nhello\n`],
      ['a', { ok: false, error: expect.stringMatching(/^line 2 of the input: no JSON/) }],
    ],
    ['no content', ['{"type":"user"}'], [{ ok: false, error: expect.stringContaining('needs `content`') }]],
    ['a picture', [user([{ type: 'image' }])], [{ ok: false, error: expect.stringContaining('only text blocks') }]],
    ['a list', ['[]'], [{ ok: false, error: expect.stringContaining('expected an object') }]],
  ])('%s', async (_, chunks, expected) => {
    expect(await read(...chunks)).toEqual(expected);
  });

  test("a client's first request is answered", async () => {
    const asked = (request_id: string, subtype: string) =>
      `${JSON.stringify({ type: 'control_request', request_id, request: { subtype } })}\n`;
    const answers: unknown[] = [];
    async function* input() {
      yield asked('r1', 'initialize') + asked('r2', 'set_permission_mode') + user('go');
    }
    for await (const _ of readPrompts(input(), { respond: (frame) => void answers.push(frame) }));
    expect(answers).toEqual([
      { type: 'control_response', response: { subtype: 'success', request_id: 'r1', response: { commands: [] } } },
      {
        type: 'control_response',
        response: {
          subtype: 'error',
          request_id: 'r2',
          error: 'caliban does not know the control request `set_permission_mode`',
        },
      },
    ]);
  });

  test('a character torn between two chunks', async () => {
    const bytes = new TextEncoder().encode(user('漢字'));
    expect(await read(...[...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(['漢字']);
  });
});
