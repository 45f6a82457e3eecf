import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeLine, safeLines } from '../../src/screen/safe-text.ts';

describe('safeLines', () => {
  test.each([
    ['plain', ['plain']],
    ['two\nlines', ['two', 'lines']],
    ['dos\r\nlines', ['dos', 'lines']],
    ['back\rover', ['back\\rover']],
    ['\u001b[31mred\u001b[0m', ['\\e[31mred\\e[0m']],
    ['\u001b]0;title\u0007', ['\\e]0;title\\u{7}']],
    ['\u009b2J', ['\\u{9b}2J']],
    ['a\u202eb', ['a\\u{202e}b']],
    ['zero\u200bwidth', ['zero\\u{200b}width']],
    ['a\tb', ['a   b']],
    ['äöü 漢字', ['äöü 漢字']],
    ['✅ ⚠️ done', ['✅ ⚠ done']],
    ['👩‍👧', ['👩👧']],
    ['👍🏽', ['👍']],
    // outside an emoji a joiner hides something
    ['a\u200db', ['a\\u{200d}b']],
    ['漢\tb', ['漢  b']],
  ])('%j is shown as %j', (text, lines) => {
    expect(safeLines(text)).toEqual(lines);
  });

  test('one line stays one line', () => {
    expect(safeLine('a\nb')).toBe('a\\nb');
  });

  test('nothing is left that a terminal would obey, for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const line of safeLines(text)) {
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
        }
      }),
    );
  });
});
