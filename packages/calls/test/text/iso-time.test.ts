import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoTime } from '../../src/text/iso-time.ts';

describe('a time as text', () => {
  test.each([
    [0, '1970-01-01T00:00:00.000Z'],
    [951_782_399_999.9, '2000-02-28T23:59:59.999Z'],
    [1_763_262_007_005, '2025-11-16T03:00:07.005Z'],
    [-1, '1969-12-31T23:59:59.999Z'],
    [253_402_300_800_000, '+010000-01-01T00:00:00.000Z'],
  ])('%d → %s', (milliseconds, text) => {
    expect(isoTime(milliseconds)).toBe(text);
  });

  test('any time reads as the language has it', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        expect(isoTime(date.getTime())).toBe(date.toISOString());
      }),
    );
  });

  test('what is no time is thrown back', () => {
    expect(() => isoTime(Number.NaN)).toThrow(RangeError);
  });
});
