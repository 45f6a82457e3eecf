import { expect, test } from 'vitest';
import { retryAfterMs } from '../../src/models/sdk/retry-after.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

test.each<[Record<string, string>, number | null]>([
  [{}, null],
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after-ms': '120', 'retry-after': '7' }, 120],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:10 GMT' }, 10_000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, null],
])('%j → %s', (headers, expected) => {
  expect(retryAfterMs(headers, NOW)).toBe(expected);
});
