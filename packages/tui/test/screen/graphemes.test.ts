import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graphemes } from '../../src/screen/graphemes.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

test('in runs or at once, the same characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'é', 'e\u0301', '👩‍👧', '🇨🇭', '\u200d', 'ก'), maxLength: 900 }),
      (text) => {
        expect(graphemes(text)).toEqual(Array.from(segmenter.segment(text), ({ segment }) => segment));
      },
    ),
    { numRuns: 200 },
  );
});

test('nothing is lost of a long text', () => {
  const text = `${'x'.repeat(300_000)}ü${'y'.repeat(300_000)}`;
  expect(graphemes(text).join('')).toBe(text);
});
