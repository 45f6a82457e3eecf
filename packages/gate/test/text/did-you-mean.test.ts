import { expect, test } from 'vitest';
import { didYouMean } from '../../src/text/did-you-mean.ts';

const VERBS = ['list', 'lint', 'test', 'perms', 'install', 'uninstall', 'doctor'];

test.each([
  ['lst', 'list'],
  ['LIST', 'list'],
  ['prems', 'perms'],
  ['instal', 'install'],
  ['unistall', 'uninstall'],
  ['xyz', null],
  ['', null],
  ['x'.repeat(100_000), null],
])('%j → %s', (word, expected) => {
  expect(didYouMean(word, VERBS)).toBe(expected === null ? '' : ` (did you mean \`${expected}\`?)`);
});

test.each([
  // Swapped letters are one slip.
  ['prems', 'perms'],
  ['doctr', 'doctor'],
  ['permit', null],
  ['toast', null],
])('with one slip at most: %j → %s', (word, expected) => {
  expect(didYouMean(word, VERBS, { atMost: 1 })).toBe(expected === null ? '' : ` (did you mean \`${expected}\`?)`);
});
