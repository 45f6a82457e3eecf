import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CutOutput, cutOutput } from '../../src/tools/cut-output.ts';

test.each([
  ['', 10, ''],
  ['0123456789', 10, '0123456789'],
  ['0123456789a', 10, '01234\n\n[… 1 characters cut here …]\n\n6789a'],
  ['😀'.repeat(9), 6, '😀\n\n[… 12 characters cut here …]\n\n😀'],
])('%j in %i', (text, most, cut) => {
  expect(cutOutput(text, most)).toBe(cut);
});

test('in whatever pieces it comes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 20 }), { maxLength: 50 }),
      fc.integer({ min: 2, max: 60 }),
      (pieces, most) => {
        const output = new CutOutput(most);
        for (const piece of pieces) output.push(piece);
        const whole = pieces.join('');
        expect(output.total).toBe(whole.length);
        expect(output.text()).toBe(cutOutput(whole, most));
        if (whole.length <= most - 1) expect(output.text()).toBe(whole);
      },
    ),
  );
});
