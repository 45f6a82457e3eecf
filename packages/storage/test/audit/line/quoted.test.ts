import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoted } from '../../../src/audit/line/quoted.ts';
import { anyText } from '../helpers/texts.ts';

test('every single unit is written as JSON.stringify writes it', () => {
  const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
  expect(units.filter((unit) => quoted(`a${unit}b`) !== JSON.stringify(`a${unit}b`))).toEqual([]);
});

test('every text is written as JSON.stringify writes it', () => {
  fc.assert(fc.property(anyText, (text) => quoted(text) === JSON.stringify(text)));
});
