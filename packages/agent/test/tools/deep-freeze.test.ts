import { expect, test } from 'vitest';
import { deepFreeze } from '../../src/tools/deep-freeze.ts';

test('every level is frozen, also below one that was', () => {
  const inner = { list: [{ x: 1 }] };
  const value = deepFreeze({ outer: Object.freeze({ inner }) });
  expect([value, value.outer, inner, inner.list, inner.list[0]].map(Object.isFrozen)).toEqual(Array(5).fill(true));
});

test.each([null, undefined, 1, 'text', true])('%j is left as it is', (value) => {
  expect(deepFreeze(value)).toBe(value);
});

test('deeper than any stack, and round in circles', () => {
  let deep: unknown[] = [];
  for (let depth = 0; depth < 200_000; depth++) deep = [deep];
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect([Object.isFrozen(deepFreeze(deep)), Object.isFrozen(deepFreeze(circle))]).toEqual([true, true]);
});
