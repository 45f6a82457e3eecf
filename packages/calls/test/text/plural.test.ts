import { expect, test } from 'vitest';
import { plural } from '../../src/text/plural.ts';

test.each([
  [0, 'rule', '0 rules'],
  [1, 'rule', '1 rule'],
  [2, 'more line', '2 more lines'],
])('%d of `%s`: %s', (count, noun, text) => {
  expect(plural(count, noun)).toBe(text);
});
