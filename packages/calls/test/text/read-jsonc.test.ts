import { describe, expect, test } from 'vitest';
import { type JsonNode, readJsonc } from '../../src/text/read-jsonc.ts';

/** What a value says, each with the text it stands in. */
function written(text: string, node: JsonNode): unknown {
  const own = text.slice(node.start, node.end);
  if (node.kind === 'scalar') return [own, node.value];
  return [
    own,
    node.children.map(({ key, start, value, comma }) => [
      text.slice(start, value.start),
      key,
      comma,
      written(text, value),
    ]),
  ];
}

test.each<[string, unknown]>([
  ['1', ['1', 1]],
  [' "a//b" // c', ['"a//b"', 'a//b']],
  ['\ufeff[ ]', ['[ ]', []]],
  [
    '[1, null,]',
    [
      '[1, null,]',
      [
        ['', null, 2, ['1', 1]],
        ['', null, 8, ['null', null]],
      ],
    ],
  ],
  ['{"a" : /* b */ true}', ['{"a" : /* b */ true}', [['"a" : /* b */ ', 'a', null, ['true', true]]]]],
  [
    '{"a": 1, "a": 2}',
    [
      '{"a": 1, "a": 2}',
      [
        ['"a": ', 'a', 7, ['1', 1]],
        ['"a": ', 'a', null, ['2', 2]],
      ],
    ],
  ],
])('%s', (text, expected) => {
  const read = readJsonc(text);
  if (!read.ok) throw new Error(read.error.message);
  expect(written(text, read.value)).toEqual(expected);
});

describe('what is wrong, and where', () => {
  test.each([
    ['', 'the file ends too early', 0],
    ['{', 'a `}` is missing', 1],
    ['[1', 'a comma or `]` is missing', 2],
    ['[1 2]', 'a comma or `]` is missing', 3],
    ['{a: 1}', 'a key must stand in double quotes', 1],
    ['{"a" 1}', 'no `:` follows the key `a`', 5],
    ['{"a": }', '`}` cannot stand here', 6],
    ['[yes]', 'text must stand in double quotes', 1],
    ['["a\nb"]', 'the text is never closed; write `"` on the same line', 1],
    ['["\\q"]', 'the text holds a control character or an escape JSON does not know', 1],
    ['1 /* x', 'a `/*` comment is never closed', 2],
    ['{} x', 'something follows the closing bracket; remove it', 3],
    ['['.repeat(300), 'nested deeper than 200 levels', 201],
  ])('%s', (text, message, offset) => {
    expect(readJsonc(text)).toEqual({ ok: false, error: { message: `not valid JSON: ${message}`, offset } });
  });
});
