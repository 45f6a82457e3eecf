import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closestNames, didYouMean, editDistance } from '../../src/text/did-you-mean.ts';

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

const KNOWN = ['Read', 'Write', 'TodoWrite', 'WebFetch', 'mcp__github__create_issue'];

test.each<[string, string[]]>([
  ['read', ['Read']],
  ['Reed', ['Read']],
  ['web_fetch', ['WebFetch']],
  ['write', ['Write', 'TodoWrite']],
  ['create_issue', ['mcp__github__create_issue']],
  ['mcp_github_create_issue', ['mcp__github__create_issue']],
  ['Compile', []],
  ['', []],
  ['x'.repeat(10_000_000), []],
])('%.20s', (wrong, expected) => {
  expect(closestNames(wrong, KNOWN)).toEqual(expected);
});

test.each([
  ['', '', 0],
  ['list', 'list', 0],
  ['', 'list', 4],
  ['lst', 'list', 1],
  ['lists', 'list', 1],
  ['lisp', 'list', 1],
  ['lsit', 'list', 1],
  ['lint', 'test', 3],
])('%j and %j are %i apart', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
});

test('it is the same both ways, and nothing only between equals', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (one, other) => {
      const distance = editDistance(one, other);
      expect(distance).toBe(editDistance(other, one));
      expect(distance === 0).toBe(one === other);
    }),
  );
});
