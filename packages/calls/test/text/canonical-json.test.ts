import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/text/canonical-json.ts';

describe('canonicalJson', () => {
  test.each([
    [null, 'null'],
    [true, 'true'],
    ['a"\n', '"a\\"\\n"'],
    [-0, '0'],
    [1e21, '1e+21'],
    [[1, [2]], '[1,[2]]'],
    [{ b: 1, a: { d: 1, c: [] } }, '{"a":{"c":[],"d":1},"b":1}'],
    [{ B: 1, a: 1, '€': 1, '\u{1f600}': 1, '\ufb33': 1 }, '{"B":1,"a":1,"€":1,"\u{1f600}":1,"\ufb33":1}'], // by UTF-16 units
    [{ a: undefined, b: 1 }, '{"b":1}'],
    [Object.create(null), '{}'],
    [JSON.parse('{"__proto__":1,"constructor":2}'), '{"__proto__":1,"constructor":2}'],
  ])('%j', (value, text) => {
    expect(canonicalJson(value)).toEqual({ ok: true, value: text });
  });

  const cycle: unknown[] = [];
  cycle.push({ cycle });
  const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));

  test.each([
    ['NaN', Number.NaN, 'NaN is no JSON number'],
    ['Infinity', [Number.POSITIVE_INFINITY], 'Infinity is no JSON number'],
    ['a BigInt', { a: 1n }, 'a value of type bigint is no JSON'],
    ['nothing', undefined, 'a value of type undefined is no JSON'],
    ['a hole', [undefined], 'a value of type undefined is no JSON'],
    ['a function', { toJSON: () => 1 }, 'a value of type function is no JSON'],
    ['a symbol', Symbol('a'), 'a value of type symbol is no JSON'],
    ['half a character', '\ud83d', 'a text holds half a character'],
    ['half a character in a key', { '\ude00': 1 }, 'a text holds half a character'],
    ['a cycle', cycle, 'it contains itself'],
    ['a hundred thousand brackets', deep, 'it is nested too deeply'],
    ['a date', new Date(0), 'it holds something else than plain objects and arrays'],
    ['a map', new Map(), 'it holds something else than plain objects and arrays'],
    ['inherited properties', Object.create({ a: 1 }), 'it holds something else than plain objects and arrays'],
    [
      'a getter that throws',
      {
        get a() {
          throw new Error('boo');
        },
      },
      'it cannot be read',
    ],
    [
      'a proxy that throws nonsense',
      new Proxy(
        {},
        {
          ownKeys() {
            throw null;
          },
        },
      ),
      'it cannot be read',
    ],
  ])('refuses %s', (_, value, error) => {
    expect(canonicalJson(value)).toEqual({ ok: false, error });
  });

  test('one object in two places is no cycle', () => {
    const shared = { a: 1 };
    expect(canonicalJson([shared, shared])).toEqual({ ok: true, value: '[{"a":1},{"a":1}]' });
  });

  test('reads back as the same value, and the order of keys does not matter', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = canonicalJson(value);
        if (!text.ok) throw new Error(text.error);
        expect(JSON.parse(text.value)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(backwards(value))).toEqual(text);
      }),
    );
  });
});

/** The same value with its keys put in the other way round. */
function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, backwards(member)]),
  );
}
