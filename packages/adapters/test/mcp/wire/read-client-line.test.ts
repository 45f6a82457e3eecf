import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readClientLine } from '../../../src/mcp/wire/read-client-line.ts';

const kinds = (line: string | Buffer) => readClientLine(Buffer.from(line)).map(({ kind }) => kind);

describe('one line, one message', () => {
  test.each([
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', 'request'],
    ['{"id":"a","method":"tools/list","params":{"name":"x","Name":"y"}}', 'request'],
    ['{"method":"notifications/initialized"}', 'notification'],
    ['{"id":1,"result":{}}', 'response'],
    ['{"id":null,"error":{"code":-32700,"message":""}}', 'response'],
    ['{"id":1,"method":"tools/call","params":{"name":"a"}}\r', 'tool-call'],
    ['{"id":1,"method":"tools\\/call","params":{"name":"a","arguments":{"Name":1}}}', 'tool-call'],
    [
      '{"id":1,"method":"tools/call","params":{"name":"a","arguments":{"n":[1.0,1e2,"9007199254740993"]}}}',
      'tool-call',
    ],
    [
      '{"id":9007199254740993,"method":"tools/call","params":{"name":"a","_meta":{"progressToken":9007199254740993}}}',
      'tool-call',
    ],
    ['{"id":0,"\\u006dethod":"tools/call","params":{"name":"a","arguments":{"x":1}}}', 'tool-call'],
  ])('%s is a %s', (line, kind) => {
    expect(kinds(line)).toEqual([kind]);
  });

  test.each([
    ['no JSON', '{"id":1,'],
    ['no object', '5'],
    ['an empty batch', '[]'],
    ['an empty object', '{}'],
    ['a byte order mark', '\ufeff{"id":1,"method":"ping"}'],
    ['bytes that are no UTF-8', Buffer.from('{"id":1,"method":"tools/call","params":{"name":"\xff"}}', 'latin1')],
    ['a line within a line', '{"x":\r{"id":1,"method":"tools/call","params":{"name":"a"}}\r}'],
    ['two methods', '{"id":1,"method":"ping","method":"tools/call","params":{"name":"a"}}'],
    ['a method for readers that fold case', '{"id":1,"Method":"tools/call","params":{"name":"a"}}'],
    ['and one beside another', '{"id":1,"method":"ping","METHOD":"tools/call"}'],
    ['params with a long s', '{"id":1,"method":"tools/call","params":{"name":"a"},"param\u017f":{"name":"b"}}'],
    ['a method that is no text', '{"id":1,"method":["tools/call"]}'],
    ['a request that is a response', '{"id":1,"method":"tools/call","params":{"name":"a"},"result":{}}'],
    ['a call without an id', '{"method":"tools/call","params":{"name":"a"}}'],
    ['a call with id null', '{"id":null,"method":"tools/call","params":{"name":"a"}}'],
    ['a call with an endless id', '{"id":1e999,"method":"tools/call","params":{"name":"a"}}'],
    ['a call without params', '{"id":1,"method":"tools/call"}'],
    ['a call with a list of params', '{"id":1,"method":"tools/call","params":["a"]}'],
    ['a call of nothing', '{"id":1,"method":"tools/call","params":{"name":""}}'],
    ['a call of a number', '{"id":1,"method":"tools/call","params":{"name":1}}'],
    ['a call with two names', '{"id":1,"method":"tools/call","params":{"name":"a","name":"b"}}'],
    ['a call with a second name for others', '{"id":1,"method":"tools/call","params":{"name":"a","Name":"b"}}'],
    ['arguments that are no object', '{"id":1,"method":"tools/call","params":{"name":"a","arguments":"{}"}}'],
    ['arguments that are null', '{"id":1,"method":"tools/call","params":{"name":"a","arguments":null}}'],
    ['an argument that stands twice', '{"id":1,"method":"tools/call","params":{"name":"a","arguments":{"p":1,"p":2}}}'],
    [
      'an argument of many digits',
      '{"id":1,"method":"tools/call","params":{"name":"a","arguments":{"to":9007199254740993}}}',
    ],
    ['one that is endless', '{"id":1,"method":"tools/call","params":{"name":"a","arguments":{"to":[{"n":1e400}]}}}'],
    [
      'one that is rounded',
      '{"id":1,"method":"tools/call","params":{"name":"a","arguments":{"n":0.99999999999999999999}}}',
    ],
    ['a state of many digits', '{"id":1,"method":"tools/call","params":{"name":"a","requestState":9007199254740993}}'],
    [
      'a key that stands twice, further down',
      '{"id":1,"method":"tools/call","params":{"name":"a","arguments":{"p":[{"q":1,"q":2}]}}}',
    ],
  ] as const)('%s is bad', (_what, line) => {
    expect(kinds(line as string)).toEqual(['bad']);
  });
});

test('a batch is taken apart, each message to the letter', () => {
  const line = '[ {"id":1,"method":"ping"} , 7, {"id":2 ,"method":"tools/call","params":{"name":"a"}},[{}] ]';
  const messages = readClientLine(Buffer.from(line));
  expect(messages.map((message) => ('text' in message ? message.text : message.kind))).toEqual([
    '{"id":1,"method":"ping"}',
    'bad',
    '{"id":2 ,"method":"tools/call","params":{"name":"a"}}',
    'bad',
  ]);
});

test('only a complete call is one, for any input', () => {
  const piece = fc.constantFrom(
    ...['{', '}', '[', ']', ',', ':', '"id":1', '"method":"tools/call"', '"params":', '"name":"a"', '"arguments":'],
    ...['"Method":', '\r', '\\', '"', ' ', 'null', '1e5', '"x"'],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      for (const message of readClientLine(Buffer.from(pieces.join('')))) {
        if (message.kind !== 'tool-call') continue;
        expect(JSON.parse(message.text)).toMatchObject({ method: 'tools/call', params: { name: message.name } });
      }
    }),
    { numRuns: 2_000 },
  );
});
