import { describe, expect, test } from 'vitest';
import { expandable, splitWords } from '../../src/classify/split-words.ts';

describe('splitWords', () => {
  test.each([
    ['git log -3', ['git', 'log', '-3']],
    ['git  log   -3', ['git', 'log', '-3']],
    [`grep "a b" 'c d' e`, ['grep', 'a b', 'c d', 'e']],
    [`a"b"'c'd`, ['abcd']],
    [`echo '' ""`, ['echo', '', '']],
    ['cat ~/x HEAD~3', ['cat', '~/x', 'HEAD~3']],
    ['[ -f x ]', ['[', '-f', 'x', ']']],
    [`echo '$x *'`, ['echo', '$x *']],
  ])('`%s` is what it says', (text, words) => {
    expect(splitWords(text)).toEqual({ words, literal: true });
  });

  test.each([
    ['$x', ['$x']],
    ['"$x y"', ['$x y']],
    ['a*', ['a*']],
    ['a?', ['a?']],
    ['[ab]', ['[ab]']],
    ['{a,b}', ['{a,b}']],
    ['`x`', ['`x`']],
    ['"a\\"b"', ['a"b']],
    ['a\\ b', ['a b']],
    ['x=~/y', ['x=~/y']],
    ['~me', ['~me']],
    ['a;b', ['a;b']],
    ['a\nb', ['a', 'b']],
    ["'a\nb'", ['a\nb']],
    ['"!x"', ['!x']],
    ["'unclosed", ["'unclosed"]],
  ])('`%s` may be something else', (text, words) => {
    expect(splitWords(text)).toEqual({ words, literal: false });
  });
});

test.each([
  [`a '$x' "$y"`, `a '' "$y"`],
  [`a "'$x'"`, `a "'$x'"`],
  [`a \\'$x\\'`, `a \\'$x\\'`],
  [`a '$x`, `a '$x`],
])('of `%s` a shell may expand `%s`', (text, expected) => {
  expect(expandable(text)).toBe(expected);
});
