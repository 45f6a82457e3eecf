import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutMiddle, utf8Length } from '../../src/text/cut-middle.ts';

describe('cutMiddle', () => {
  test.each([
    ['a short text stays', 'abc', 40, { text: 'abc', cut: false }],
    ['one that just fits stays', 'x'.repeat(40), 40, { text: 'x'.repeat(40), cut: false }],
    [
      'a long one loses its middle',
      `${'a'.repeat(50)}${'z'.repeat(50)}`,
      60,
      { text: `${'a'.repeat(16)} […68 bytes cut here…] ${'z'.repeat(16)}`, cut: true },
    ],
    [
      'no character is split',
      '\u{1f600}'.repeat(30),
      60,
      { text: `${'\u{1f600}'.repeat(4)} […88 bytes cut here…] ${'\u{1f600}'.repeat(4)}`, cut: true },
    ],
  ])('%s', (_, text, most, expected) => {
    expect(cutMiddle(text, most)).toEqual(expected);
  });

  test('never longer than it may be, never half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 50, max: 300 }), (text, most) => {
        const result = cutMiddle(text, most);
        expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(most);
        expect(/\p{Surrogate}/u.test(result.text)).toBe(false);
        expect(result.cut).toBe(Buffer.byteLength(text) > most);
      }),
    );
  });

  test('counts bytes as UTF-8 does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(utf8Length(text)).toBe(Buffer.byteLength(text));
      }),
    );
  });
});
