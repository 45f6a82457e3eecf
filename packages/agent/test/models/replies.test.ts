import { afterEach, describe, expect, test } from 'vitest';
import { MalformedInput, type StopReason } from '../../src/models/model.ts';
import { ANTHROPIC } from '../providers/anthropic-protocol.ts';
import { endOf, QUESTION } from '../providers/collect-reply.ts';
import { DOORS, doorOf } from '../providers/doors.ts';
import { GEMINI } from '../providers/gemini-protocol.ts';
import { ProviderServer } from '../providers/provider-server.ts';
import { calls, says, type WirePart, type WireReply } from '../providers/wire-reply.ts';

let server: ProviderServer;
afterEach(() => server.close());

describe.each(DOORS)('$protocol.name', ({ protocol, open }) => {
  test.each<[NonNullable<WireReply['stop']>, StopReason]>([
    ['done', 'done'],
    ['length', 'length'],
    ['refused', 'refused'],
  ])('a reply that stops by %s', async (stop, expected) => {
    server = await ProviderServer.start(protocol);
    const end = await endOf(open(server.will({ ...says('so far'), stop })));
    expect(end).toMatchObject({ stop: expected, message: { parts: [{ kind: 'text', text: 'so far' }] } });
  });

  test('two calls side by side, and a server that calls it a plain stop', async () => {
    server = await ProviderServer.start(protocol);
    const reply = calls(['call_1', 'Bash', { command: 'ls' }], ['call_2', 'Bash', { command: 'pwd' }]);
    const end = await endOf(open(server.will({ ...reply, stop: 'done' })));
    expect(end.stop).toBe('tool-use');
    expect(end.message.parts).toMatchObject([
      { id: 'call_1', input: { command: 'ls' } },
      { id: 'call_2', input: { command: 'pwd' } },
    ]);
  });

  test('tokens are counted, the cached ones apart', async () => {
    server = await ProviderServer.start(protocol);
    const end = await endOf(open(server.will({ ...says('x'), usage: { input: 100, output: 9, cached: 60 } })));
    expect(end.usage).toEqual({ inputTokens: 100, outputTokens: 9, cachedInputTokens: 60 });
  });
});

/** Gemini sends inputs as objects: there is nothing to be malformed. */
describe.each(DOORS.filter(({ protocol }) => protocol !== GEMINI))(
  'input as $protocol.name sends it',
  ({ protocol, open }) => {
    test.each<[string, unknown]>([
      ['', {}],
      ['{}', {}],
      ['{"command":"ls"', new MalformedInput('{"command":"ls"')],
      ['not json', new MalformedInput('not json')],
      ['{"__proto__":{"admin":true}}', new MalformedInput('{"__proto__":{"admin":true}}')],
      ['["a"]', ['a']],
      ['{"command":1,"more":null}', { command: 1, more: null }],
    ])('`%s`', async (json, input) => {
      server = await ProviderServer.start(protocol);
      const names = ['Bash', 'Unknown', 'toString'];
      const parts = names.map((name, index): WirePart => ({ kind: 'tool-use', id: `call_${index}`, name, json }));
      const { message } = await endOf(open(server.will({ parts })));
      const got = message.parts.map((part) => (part.kind === 'tool-use' ? [part.name, part.input] : part));
      expect(got).toStrictEqual(names.map((name) => [name, input]));
    });
  },
);

test('thinking that is hidden is kept and goes back', async () => {
  const { protocol, open } = doorOf(ANTHROPIC);
  const hidden = {
    ...protocol,
    frames: (reply: WireReply) =>
      protocol
        .frames(reply)
        .map((frame) =>
          frame.replace('"type":"thinking","thinking":"","signature":""', '"type":"redacted_thinking","data":"sealed"'),
        ),
  };
  server = await ProviderServer.start(hidden);
  const model = open(
    server.will(
      {
        parts: [
          { kind: 'thinking', text: '' },
          { kind: 'text', text: 'hi' },
        ],
      },
      says('x'),
    ),
  );
  const { message } = await endOf(model);
  expect(message.parts[0]).toEqual({ kind: 'thinking', text: '', keep: { anthropic: { redactedData: 'sealed' } } });
  await endOf(model, { ...QUESTION, messages: [...QUESTION.messages, message, { role: 'user', text: 'on' }] });
  expect(server.requests[1]?.body.messages[1].content[0]).toEqual({ type: 'redacted_thinking', data: 'sealed' });
});

test('calls that share an id are distinguished', async () => {
  const { protocol, open } = doorOf(ANTHROPIC);
  server = await ProviderServer.start(protocol);
  const { message } = await endOf(
    open(server.will(calls(['same', 'Bash', {}], ['same', 'Bash', {}], ['', 'Bash', {}]))),
  );
  expect(message.parts).toMatchObject([{ id: 'same' }, { id: 'same-2' }, { id: 'call' }]);
});
