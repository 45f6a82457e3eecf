import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleJson } from '../../src/text/visible-json.ts';

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
