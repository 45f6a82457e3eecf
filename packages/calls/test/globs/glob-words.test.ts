import { expect, test } from 'vitest';
import { globWords } from '../../src/globs/glob-words.ts';

test.each([
  ['a/*', ['a/*']],
  ['{a,b}/*', ['a/*', 'b/*']],
  ['{a,{b,c}d}', ['a', 'bd', 'cd']],
  ['{a}/x', ['a/x']],
  ['a{,.bak}', ['a', 'a.bak']],
  ['s{1..3}/x', ['s?*/x']],
  ['{../a,b}/x', ['../a/x', 'b/x']],
  ['{../a}', ['../a']],
  ['a{b', ['a{b']],
  ['{a,b}'.repeat(7), null],
  ['{a}'.repeat(1300), ['a'.repeat(1300)]],
  ['{a}'.repeat(100_000), null],
])('`%s` is %j', (glob, words) => {
  expect(globWords(glob) && new Set(globWords(glob))).toEqual(words && new Set(words));
});
