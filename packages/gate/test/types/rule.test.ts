import { expect, test } from 'vitest';
import { isAction, readAction } from '../../src/types/rule.ts';

test.each([
  ['allow', 'allow'],
  ['Deny', 'deny'],
  ['ASK', 'ask'],
  ['alow', null],
  [' ask', null],
  ['', null],
  ['constructor', null],
] as const)('%j is read as %s', (written, action) => {
  expect(readAction(written)).toBe(action);
  expect(isAction(written)).toBe(written === action);
});

test.each([null, undefined, 0, ['ask'], { toString: () => 'ask' }])('%o is no action', (value) => {
  expect(isAction(value)).toBe(false);
});
