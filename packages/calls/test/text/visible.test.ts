import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visible, visibleJson } from '../../src/text/visible.ts';

describe('visible', () => {
  test.each([
    ['plain text, accents, emoji: é 漢 \u{1f600}', 'plain text, accents, emoji: é 漢 \u{1f600}'],
    ['two\nlines\r\n\ttab', 'two\\nlines\\r\\n\\ttab'],
    ['\x1b[2Jgone', '\\e[2Jgone'],
    ['nul\0 bell\x07 del\x7f c1\x9b', 'nul\\u{0} bell\\u{7} del\\u{7f} c1\\u{9b}'],
    ['rtl\u202eevil\u2066', 'rtl\\u{202e}evil\\u{2066}'],
    ['zero\u200bwidth\ufeff', 'zero\\u{200b}width\\u{feff}'],
    ['soft\u00adhyphen', 'soft\\u{ad}hyphen'],
    ['no\u00a0break\u3000wide', 'no\\u{a0}break\\u{3000}wide'],
    ['filler\u3164 tag\u{e0041}', 'filler\\u{3164} tag\\u{e0041}'],
    ['separators\u2028\u2029', 'separators\\u{2028}\\u{2029}'],
    ['half \ud800', 'half \\u{d800}'],
  ])('%j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});

test.each([
  ['a "quoted"\ttext\n', '"a \\"quoted\\"\\ttext\\n"'],
  ['umlauts stay: ü, 漢字, 🙂', '"umlauts stay: ü, 漢字, 🙂"'],
  ['\u009b31m', '"\\u009b31m"'],
  ['\u202egnp.exe', '"\\u202egnp.exe"'],
  ['a\u200bb\u3164c\u00a0d\u007f', '"a\\u200bb\\u3164c\\u00a0d\\u007f"'],
  ['\u{e0041}', '"\\udb40\\udc41"'],
])('%j', (text, json) => {
  expect(visibleJson(JSON.stringify(text))).toBe(json);
});

test('whatever it is, it means the same', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom('', '\t', '  '), (value, indent) => {
      const json = JSON.stringify(value, null, indent);
      expect(JSON.parse(visibleJson(json))).toEqual(JSON.parse(json));
    }),
  );
});
