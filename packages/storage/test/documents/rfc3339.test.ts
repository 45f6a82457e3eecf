import { describe, expect, test } from 'vitest';
import { isRfc3339 } from '../../src/documents/rfc3339.ts';

describe('instants', () => {
  test.each([
    ['2027-01-01T00:00:00Z', true],
    ['2027-01-01t00:00:00z', true],
    ['2027-01-01 00:00:00.123+05:30', true],
    ['2028-02-29T23:59:60Z', true],
    ['2027-02-29T00:00:00Z', false],
    ['2100-02-29T00:00:00Z', false],
    ['2027-13-01T00:00:00Z', false],
    ['2027-00-01T00:00:00Z', false],
    ['2027-01-00T00:00:00Z', false],
    ['2027-01-01T24:00:00Z', false],
    ['2027-01-01T00:60:00Z', false],
    ['2027-01-01T00:00:00', false],
    ['2027-01-01', false],
    ['2027-01-01T00:00:00+24:00', false],
    ['', false],
  ])('`%s`: %s', (text, expected) => {
    expect(isRfc3339(text)).toBe(expected);
  });
});
