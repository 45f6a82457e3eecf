import { afterEach, describe, expect, test } from 'vitest';
import type { Message } from '../../src/conversation/messages.ts';
import { MalformedInput, type ModelRequest } from '../../src/models/model.ts';
import { ANTHROPIC } from '../providers/anthropic-protocol.ts';
import { endOf, QUESTION } from '../providers/collect-reply.ts';
import { DOORS, type Door, doorOf } from '../providers/doors.ts';
import { GEMINI } from '../providers/gemini-protocol.ts';
import { OLLAMA, OPENAI_CHAT } from '../providers/openai-chat-protocol.ts';
import { OPENAI_RESPONSES } from '../providers/openai-responses-protocol.ts';
import { ProviderServer } from '../providers/provider-server.ts';
import { says, type WireReply } from '../providers/wire-reply.ts';

let server: ProviderServer;
afterEach(() => server.close());

/** Thinks, says something, wants two things; one is run, one is denied; the operator adds a word. */
const TWO_CALLS: WireReply = {
  parts: [
    { kind: 'thinking', text: 'hm', signature: 'signed' },
    { kind: 'text', text: 'I look' },
    { kind: 'tool-use', id: 'call_1', name: 'Bash', json: '{"command":"ls"}' },
    { kind: 'tool-use', id: 'call_2', name: 'Read', json: '{"path":"x"}' },
  ],
};

const AND_THEN: readonly Message[] = [
  {
    role: 'tool',
    results: [
      { toolUseId: 'call_1', toolName: 'Bash', text: 'a.txt', isError: false },
      { toolUseId: 'call_2', toolName: 'Read', text: 'denied by a rule', isError: true },
    ],
  },
  { role: 'user', text: 'go on' },
];

async function bodyAfterTwoCalls(door: Door) {
  server = await ProviderServer.start(door.protocol);
  const model = door.open(server.will(TWO_CALLS, says('done')));
  const { message } = await endOf(model);
  await endOf(model, { ...QUESTION, messages: [...QUESTION.messages, message, ...AND_THEN] });
  return server.requests[1]?.body;
}

describe('a conversation with calls, a result and a denial', () => {
  test('anthropic: results first in the user message, the denial marked, thinking signed, the prefix cached', async () => {
    const body = await bodyAfterTwoCalls(doorOf(ANTHROPIC));
    const cached = { cache_control: { type: 'ephemeral' } };
    expect(body).toMatchObject({ model: 'model-1', stream: true, max_tokens: 16_384, tool_choice: { type: 'auto' } });
    expect(body.system).toEqual([{ type: 'text', text: 'be brief', ...cached }]);
    expect(body.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'hello' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'signed' },
          { type: 'text', text: 'I look' },
          { type: 'tool_use', id: 'call_1', name: 'Bash', input: { command: 'ls' } },
          { type: 'tool_use', id: 'call_2', name: 'Read', input: { path: 'x' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1', content: 'a.txt' },
          { type: 'tool_result', tool_use_id: 'call_2', content: 'denied by a rule', is_error: true },
          { type: 'text', text: 'go on', ...cached },
        ],
      },
    ]);
    expect(body.tools).toEqual(
      QUESTION.tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })),
    );
  });

  test.each([OPENAI_CHAT, OLLAMA])('$name: one message per result', async (protocol) => {
    const body = await bodyAfterTwoCalls(doorOf(protocol));
    expect(body).toMatchObject({ model: 'model-1', stream: true, stream_options: { include_usage: true } });
    expect(body.messages).toEqual([
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'hello' },
      {
        role: 'assistant',
        content: 'I look',
        ...(protocol === OLLAMA ? { reasoning_content: 'hm' } : {}),
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'Bash', arguments: '{"command":"ls"}' } },
          { id: 'call_2', type: 'function', function: { name: 'Read', arguments: '{"path":"x"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'a.txt' },
      { role: 'tool', tool_call_id: 'call_2', content: 'denied by a rule' },
      { role: 'user', content: 'go on' },
    ]);
  });

  test('openai responses: nothing is stored there, sealed thinking goes back', async () => {
    const body = await bodyAfterTwoCalls(doorOf(OPENAI_RESPONSES));
    expect(body).toMatchObject({ model: 'model-1', stream: true, store: false });
    expect(body.tools[0]).toMatchObject({ type: 'function', name: 'Bash', strict: false });
    expect(body.input).toEqual([
      { role: 'system', content: 'be brief' },
      { role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
      { type: 'reasoning', id: 'rs_0', encrypted_content: 'signed', summary: [{ type: 'summary_text', text: 'hm' }] },
      { role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text: 'I look' }] },
      { type: 'function_call', call_id: 'call_1', name: 'Bash', arguments: '{"command":"ls"}' },
      { type: 'function_call', call_id: 'call_2', name: 'Read', arguments: '{"path":"x"}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'a.txt' },
      { type: 'function_call_output', call_id: 'call_2', output: 'denied by a rule' },
      { role: 'user', content: [{ type: 'input_text', text: 'go on' }] },
    ]);
  });

  test('gemini: signatures go back with their calls', async () => {
    const body = await bodyAfterTwoCalls(doorOf(GEMINI));
    expect(body.systemInstruction).toEqual({ parts: [{ text: 'be brief' }] });
    expect(body.contents).toEqual([
      { role: 'user', parts: [{ text: 'hello' }] },
      {
        role: 'model',
        parts: [
          { text: 'hm', thought: true, thoughtSignature: 'signed' },
          { text: 'I look' },
          {
            functionCall: { id: 'call_1', name: 'Bash', args: { command: 'ls' } },
            thoughtSignature: 'signature of call_1',
          },
          {
            functionCall: { id: 'call_2', name: 'Read', args: { path: 'x' } },
            thoughtSignature: 'signature of call_2',
          },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'call_1', name: 'Bash', response: { name: 'Bash', content: 'a.txt' } } },
          { functionResponse: { id: 'call_2', name: 'Read', response: { name: 'Read', content: 'denied by a rule' } } },
        ],
      },
      { role: 'user', parts: [{ text: 'go on' }] },
    ]);
  });
});

describe.each(DOORS)('$protocol.name', (door) => {
  test('the key goes into its header', async () => {
    server = await ProviderServer.start(door.protocol);
    await endOf(door.open(server.will(says('x'))));
    const headers = server.requests[0]?.headers ?? {};
    expect([headers['x-api-key'], headers.authorization, headers['x-goog-api-key']]).toContainEqual(
      expect.stringMatching(/^(Bearer )?secret-key$/),
    );
  });

  test('without tools it offers none', async () => {
    server = await ProviderServer.start(door.protocol);
    await endOf(door.open(server.will(says('x'))), { ...QUESTION, tools: [] });
    expect(server.requests[0]?.body.tools ?? []).toEqual([]);
  });

  test('a tool whose name no provider takes comes back under its own', async () => {
    server = await ProviderServer.start(door.protocol);
    const name = 'mcp__some server__do.it/now';
    const tools = [{ name, description: 'does it', inputSchema: { type: 'object', properties: {} } }];
    const model = door.open(server.will(says('x')));
    await endOf(model, { ...QUESTION, tools });
    const [onWire] = JSON.stringify(server.requests[0]?.body).match(/t_mcp__some_server__do_it_now_[0-9a-f]{12}/) ?? [];
    if (onWire === undefined) throw new Error('the name was not sent');

    server.will({ parts: [{ kind: 'tool-use', id: 'call_1', name: onWire, json: '{}' }] });
    const { message } = await endOf(model, { ...QUESTION, tools });
    expect(message.parts).toMatchObject([{ kind: 'tool-use', name }]);
  });

  test('a conversation of another make is taken over', async () => {
    server = await ProviderServer.start(door.protocol);
    const request: ModelRequest = { ...QUESTION, messages: FOREIGN };
    await endOf(door.open(server.will(says('x'))), request);
    const sent = JSON.stringify(server.requests[0]?.body);
    expect(sent).toContain('half an emoji \ufffd');
    expect(sent).toContain('malformed_input');
    expect(sent).not.toMatch(/\\ud[89a-f]/i);
  });
});

/** Thinking nobody signed, blank text, an empty reply, broken input, odd ids and names, half a character. */
const FOREIGN: readonly Message[] = [
  { role: 'user', text: 'half an emoji \ud83d' },
  { role: 'assistant', parts: [] },
  { role: 'user', text: 'and now?' },
  {
    role: 'assistant',
    parts: [
      { kind: 'thinking', text: 'unsigned', keep: { elsewhere: { signature: 'x' } } },
      { kind: 'text', text: '\n\n' },
      { kind: 'tool-use', id: 'functions.Bash:0', name: 'Bash', input: new MalformedInput('{"command": "l') },
      { kind: 'tool-use', id: 'functions.Odd:1', name: 'odd name', input: { text: '\udc00', deep: nested(500) } },
      { kind: 'tool-use', id: 'functions.Odd:2', name: 'odd name', input: 'a text' },
    ],
  },
  {
    role: 'tool',
    results: [
      { toolUseId: 'functions.Bash:0', toolName: 'Bash', text: 'no JSON \ud83d', isError: true },
      { toolUseId: 'functions.Odd:1', toolName: 'odd name', text: '', isError: true },
      { toolUseId: 'functions.Odd:2', toolName: 'odd name', text: 'x', isError: true },
    ],
  },
];

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

test('anthropic: the last result is where the cached prefix ends', async () => {
  const door = doorOf(ANTHROPIC);
  server = await ProviderServer.start(door.protocol);
  await endOf(door.open(server.will(says('x'))), { ...QUESTION, messages: FOREIGN });
  const { messages } = server.requests[0]?.body ?? {};
  const marks = messages
    .at(-1)
    .content.map(({ cache_control }: { cache_control?: object }) => cache_control !== undefined);
  expect(marks).toEqual([false, false, true]);
});

test('anthropic gets ids of the make it takes, the same on both sides', async () => {
  const door = doorOf(ANTHROPIC);
  server = await ProviderServer.start(door.protocol);
  await endOf(door.open(server.will(says('x'))), { ...QUESTION, messages: FOREIGN });
  const [, assistant, results] = server.requests[0]?.body.messages ?? [];
  const ids = assistant.content.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(ids.filter((id: string) => /^[a-zA-Z0-9_-]+$/.test(id)));
  expect(results.content.map(({ tool_use_id }: { tool_use_id: string }) => tool_use_id)).toEqual(ids);
  expect(assistant.content.map(({ type }: { type: string }) => type)).toEqual(['tool_use', 'tool_use', 'tool_use']);
});
