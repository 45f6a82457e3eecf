import { expect, test } from 'vitest';
import { shortCount, shortDuration } from '../../src/screen/figures.ts';
import { shortPath } from '../../src/screen/short-path.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [12_340, '12.3k'],
  [999_949, '1000k'],
  [1_200_000, '1.2M'],
])('%i is %s', (count, text) => {
  expect(shortCount(count)).toBe(text);
});

test.each([
  [0, '0.0s'],
  [450, '0.4s'],
  [12_900, '12s'],
  [184_000, '3m 04s'],
  [3_720_000, '1h 02m'],
])('%i ms is %s', (ms, text) => {
  expect(shortDuration(ms)).toBe(text);
});

test.each([
  ['/a/b', 10, '/a/b'],
  ['/home/somebody/projects/caliban', 20, '…/projects/caliban'],
  ['/home/somebody/a-very-long-name', 8, 'a-very-long-name'],
])('%s in %i columns is %s', (path, columns, text) => {
  expect(shortPath(path, columns)).toBe(text);
});
