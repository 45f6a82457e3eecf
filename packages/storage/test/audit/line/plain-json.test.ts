import { canonicalJson } from '@caliban/calls/text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainJson, plainText } from '../../../src/audit/line/plain-json.ts';
import { redactValue } from '../../../src/audit/redact/redact-value.ts';
import { anyText } from '../helpers/texts.ts';

const MAX_BYTES = 8192;

describe('plain', () => {
  test.each([
    [{}, '{}'],
    [{ command: 'ls', description: 'List' }, '{"command":"ls","description":"List"}'],
    [{ a: 1.5e300, b: -0, c: true, d: null, e: undefined }, '{"a":1.5e+300,"b":0,"c":true,"d":null}'],
    [{ command: 'echo "a\\b"\n' }, '{"command":"echo \\"a\\\\b\\"\\n"}'],
    [{ command: 'ls 👍 é' }, '{"command":"ls 👍 é"}'],
    [JSON.parse('{"__proto__":"x"}'), '{"__proto__":"x"}'],
    [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
  ])('%j', (value, json) => {
    expect(plainJson(value, MAX_BYTES)).toEqual({ json, canonical: json });
  });

  test.each([
    [{ file_path: '/a', content: 'x' }, '{"content":"x","file_path":"/a"}'],
    [{ ab: 1, a: 2, a_b: 3, aB: 4, a1: 5 }, '{"a":2,"a1":5,"aB":4,"a_b":3,"ab":1}'],
  ])('%j, its names out of order', (value, canonical) => {
    expect(plainJson(value, MAX_BYTES)).toEqual({ json: JSON.stringify(value), canonical });
  });
});

describe('not plain', () => {
  class Command {
    command = 'ls';
  }
  test.each([
    ['a text alone', 'ls'],
    ['a list', ['ls']],
    ['a list inside', { list: ['ls'] }],
    ['an instance of a class', new Command()],
    ['a name that makes its value a secret', { password: 'x' }],
    ['a value that the name beside it may make a secret', { name: 'a', value: 'x' }],
    ['a name beyond letters and digits', { 'a"b': 'x' }],
    ['a secret', { command: 'run --token k3Yk3Yk3Y' }],
    ['half a character', { command: 'a\ud800' }],
    ['a number JSON does not know', { n: Number.NaN }],
    ['a text that may not fit', { content: 'x'.repeat(2_731) }],
    ['texts that together may not fit', { a: 'x'.repeat(1_400), b: 'x'.repeat(1_400) }],
    ['a text that may not fit once it is escaped', { a: '\u0001'.repeat(500) }],
    ['many members', Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`a${n}`, n]))],
    ['a getter that throws', Object.defineProperty({}, 'a', { enumerable: true, get: () => expect.fail('no') })],
  ])('%s', (_, value) => {
    expect(plainJson(value, MAX_BYTES)).toBe(null);
  });
});

test('plain values are written as by the slow path', () => {
  const name = fc.oneof(fc.constantFrom('command', 'path', 'value', 'token', '__proto__', '7', 'toJSON'), anyText);
  const member = fc.oneof(
    { weight: 3, arbitrary: anyText },
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.anything(),
  );
  const value = fc.oneof({ weight: 4, arbitrary: fc.dictionary(name, member, { maxKeys: 5 }) }, fc.anything());
  fc.assert(
    fc.property(value, (value) => {
      const plain = plainJson(value, MAX_BYTES);
      if (plain === null) return;
      expect(plain.json).toBe(JSON.stringify(value));
      const { value: redacted, secrets, cut } = redactValue(value);
      expect([JSON.stringify(redacted), secrets, cut]).toEqual([plain.json, [], false]);
      expect(canonicalJson(value)).toEqual({ ok: true, value: plain.canonical });
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['ls', '"ls"'],
  ['cat', '"cat"'],
  ['ls', '"ls"'],
  ['run --token k3Yk3Yk3Y', null],
  ['run --token k3Yk3Yk3Y', null],
  ['x'.repeat(100), null],
  ['\u0001'.repeat(20), null],
])('a text on its own, whatever came before it: %j', (text, json) => {
  expect(plainText(text, 256)).toBe(json);
});
