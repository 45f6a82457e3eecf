import { expect, test } from 'vitest';
import { isRecord } from '../../src/types/json.ts';

test.each([
  [{}, true],
  [{ a: 1 }, true],
  [JSON.parse('{"__proto__":1}'), true],
  [[], false],
  [null, false],
  [undefined, false],
  ['{}', false],
  [1, false],
])('%j: %s', (value, expected) => {
  expect(isRecord(value)).toBe(expected);
});
