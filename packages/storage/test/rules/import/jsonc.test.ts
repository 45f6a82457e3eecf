import fc from 'fast-check';
import { expect, test } from 'vitest';
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

test('what is wrong, and where', () => {
  const error = { message: 'not valid JSON: text must stand in double quotes', line: 2, column: 2 };
  expect(value('[\n yes]')).toEqual(error);
});

test('keys mean nothing but themselves', () => {
  const read = value('{"__proto__": {"polluted": 1}, "constructor": 2}') as Record<string, unknown>;
  expect(Object.keys(read)).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
