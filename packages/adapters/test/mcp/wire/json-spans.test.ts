import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonSpans } from '../../../src/mcp/wire/json-spans.ts';

describe('where things are in a JSON text', () => {
  test.each([
    ['{}', []],
    ['[]', []],
    ['{"a":1}', [['a', '1']]],
    [
      ' { "a" : [1, {"b":2}] , "c":"x,}" } ',
      [
        ['a', '[1, {"b":2}]'],
        ['c', '"x,}"'],
      ],
    ],
    ['{"\\u0061\\"":"\\\\"}', [['a"', '"\\\\"']]],
    [
      '[1, {"a":[2,3]} ,"]"]',
      [
        [null, '1'],
        [null, '{"a":[2,3]}'],
        [null, '"]"'],
      ],
    ],
    ['{"":9007199254740993}', [['', '9007199254740993']]],
  ] as const)('%s', (text, expected) => {
    expect(jsonSpans(text).children.map(({ key, text: value }) => [key, value])).toEqual(expected);
  });

  test.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"x":[{"b":{"c":1,"c":1}}]}', 'c'],
    ['{"a":{"a":{"a":"a"}},"b":["a","a"]}', null],
    ['[{"a":1},{"a":1}]', null],
  ])('%s: repeated is %s', (text, repeated) => {
    expect(jsonSpans(text).repeated).toBe(repeated);
  });

  test('every child reads back as what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
        const value = JSON.parse(json) as unknown;
        if (typeof value !== 'object' || value === null) return;
        const { children, repeated } = jsonSpans(JSON.stringify(value, null, indent));
        expect(repeated).toBe(null);
        expect(children.map(({ text }) => JSON.parse(text) as unknown)).toEqual(Object.values(value));
      }),
    );
  });

  test('no depth is too deep', () => {
    const text = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(jsonSpans(text).children).toHaveLength(1);
  });
});
