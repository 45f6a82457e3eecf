import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeLine } from '../../src/screen/safe-text.ts';
import { widthOf } from '../../src/screen/width.ts';
import { cut, hardWrap, wrap } from '../../src/screen/wrap.ts';

describe('widthOf', () => {
  test.each([
    ['abc', 3],
    ['', 0],
    ['漢字', 4],
    ['👍', 2],
    ['🇩🇪', 2],
    ['e\u0301', 1],
    ['한', 2],
    ['✓', 1],
    ['ＡＢ', 4],
  ])('%j takes %i columns', (text, columns) => {
    expect(widthOf(text)).toBe(columns);
  });
});

describe('wrap', () => {
  test.each([
    ['fits', 10, ['fits']],
    ['one two three', 7, ['one two', 'three']],
    ['one two three', 8, ['one two', 'three']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['a abcdefgh', 4, ['a', 'abcd', 'efgh']],
    ['  indented line', 10, ['  indented', 'line']],
    ['漢字漢字', 5, ['漢字', '漢字']],
    ['x', 0, ['x']],
  ])('%j in %i columns', (text, columns, rows) => {
    expect(wrap(text, columns)).toEqual(rows);
  });

  test('no row is wider than asked, and no letter is lost', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }).map(safeLine), fc.integer({ min: 2, max: 40 }), (text, columns) => {
        const rows = wrap(text, columns);
        for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(columns);
        expect(rows.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        expect(hardWrap(text, columns).join('')).toBe(text);
      }),
    );
  });
});

describe('cut', () => {
  test.each([
    ['fits', 4, 'fits'],
    ['too long', 4, 'too…'],
    ['漢字漢', 4, '漢…'],
    ['x', 0, ''],
  ])('%j to %i columns', (text, columns, shown) => {
    expect(cut(text, columns)).toBe(shown);
  });
});
