import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainValue, readJsonc } from '../../../src/rules/import/jsonc.ts';

function value(text: string): unknown {
  const read = readJsonc(text);
  return read.ok ? plainValue(read.value) : read.error;
}

test.each([
  ['{"a": [1, -2.5e3, true, null, "x\\n\\u0041"]}', { a: [1, -2500, true, null, 'x\nA'] }],
  ['// c\n{ /* c */ "a": 1, // c\n "b": [1, 2,], }\n// end', { a: 1, b: [1, 2] }],
  ['{"a": 1, "a": 2}', { a: 2 }],
  ['"http://not a comment"', 'http://not a comment'],
  ['\ufeff[ ]', []],
])('%s', (text, expected) => {
  expect(value(text)).toEqual(expected);
});

test('every JSON text reads as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (json, indent) => {
      const text = JSON.stringify(json, null, indent);
      // Without prototypes, `__proto__` is a key like any other.
      expect(JSON.stringify(value(text))).toEqual(JSON.stringify(JSON.parse(text)));
    }),
  );
});

describe('what is wrong, and where', () => {
  test.each([
    ['{"a": }', { message: 'not valid JSON: `}` cannot stand here', line: 1, column: 7 }],
    ['{"a": 1', { message: 'not valid JSON: a comma or `}` is missing', line: 1, column: 8 }],
    ['[1\n2]', { message: 'not valid JSON: a comma or `]` is missing', line: 2, column: 1 }],
    ['{a: 1}', { message: 'not valid JSON: a key must stand in double quotes', line: 1, column: 2 }],
    ['{"a" 1}', { message: 'not valid JSON: no `:` follows the key `a`', line: 1, column: 6 }],
    [
      '["a\nb"]',
      { message: 'not valid JSON: the text is never closed; write `"` on the same line', line: 1, column: 2 },
    ],
    [
      '["\\q"]',
      {
        message: 'not valid JSON: the text holds a control character or an escape JSON does not know',
        line: 1,
        column: 2,
      },
    ],
    ['[\n yes]', { message: 'not valid JSON: text must stand in double quotes', line: 2, column: 2 }],
    ['/* x', { message: 'not valid JSON: a `/*` comment is never closed', line: 1, column: 1 }],
    ['', { message: 'not valid JSON: the file ends too early', line: 1, column: 1 }],
    ['{} {}', { message: 'not valid JSON: something follows the closing bracket; remove it', line: 1, column: 4 }],
    ['[01]', { message: 'not valid JSON: text must stand in double quotes', line: 1, column: 2 }],
    ['{,}', { message: 'not valid JSON: a key must stand in double quotes', line: 1, column: 2 }],
    ['['.repeat(300), { message: 'not valid JSON: nested deeper than 200 levels', line: 1, column: 202 }],
  ])('%s', (text, expected) => {
    expect(value(text)).toEqual(expected);
  });
});

test('keys mean nothing but themselves', () => {
  const read = value('{"__proto__": {"polluted": 1}, "constructor": 2}') as Record<string, unknown>;
  expect(Object.keys(read)).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
