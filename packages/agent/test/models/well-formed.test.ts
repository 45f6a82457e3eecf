import { expect, test } from 'vitest';
import { wellFormed, wellFormedJson } from '../../src/models/sdk/well-formed.ts';

test.each([
  ['plain', 'plain'],
  ['whole 😀', 'whole 😀'],
  ['half \ud83d', 'half \ufffd'],
  ['\ude00 half', '\ufffd half'],
  ['\ude00\ud83d', '\ufffd\ufffd'],
])('%j → %j', (text, expected) => {
  expect(wellFormed(text)).toBe(expected);
});

test('inside a value, keys too', () => {
  expect(wellFormedJson({ 'k\ud83d': ['\ud83d', 1, null, true, { a: 'b' }] })).toEqual({
    'k\ufffd': ['\ufffd', 1, null, true, { a: 'b' }],
  });
});

test('extremely nested parts are left out', () => {
  let deep: unknown = 'core';
  for (let level = 0; level < 100_000; level++) deep = { deep };
  expect(JSON.stringify(wellFormedJson(deep))).toContain('[nested too deep]');
});
