import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anywhere,
  escapeGlob,
  literalText,
  matchesEveryText,
  matchesText,
  parseTextGlob,
} from '../../src/globs/text-glob.ts';
import { naiveMatch } from '../text/naive-match.ts';

describe('matches', () => {
  test.each([
    ['git push', 'git push'],
    ['git *', 'git push'],
    ['git *', 'git '],
    ['git *', 'git a\nb/c'],
    ['*', ''],
    ['**', 'anything'],
    ['a**b', 'ab'],
    ['a***b', 'axb'],
    ['*test*', 'npm test --watch'],
    ['*.sh', '.sh'],
    ['a*a', 'aa'],
    ['a*ab', 'aab'],
    ['*ab*ba*', 'abba'],
    ['?', 'x'],
    ['?', '😀'],
    ['a?c', 'a😀c'],
    ['*?', '😀'],
    ['?*?', 'ab'],
    ['ls ?', 'ls é'],
    ['echo \\*', 'echo *'],
    ['echo \\?', 'echo ?'],
    ['a\\\\b', 'a\\b'],
    ['a\\x', 'a\\x'],
    ['tail\\', 'tail\\'],
    ['[ab]{c}', '[ab]{c}'],
    ['echo żó*', 'echo żółw'],
    ['*語', '日本語'],
    ['', ''],
  ])('`%s` and %j', (glob, text) => {
    expect(matchesText(parseTextGlob(glob), text)).toBe(true);
  });
});

describe('does not match', () => {
  test.each([
    ['git push', 'git push origin'],
    ['git *', 'git'],
    ['git *', 'gitk'],
    ['git *', ' git push'],
    ['git *', 'Git push'],
    ['a*a', 'a'],
    ['a*ab', 'ab'],
    ['ab*ba', 'aba'],
    ['*ab*ba*', 'aba'],
    ['?', ''],
    ['?', 'ab'],
    ['??', '😀'],
    ['?*?', 'a'],
    ['*?', ''],
    ['echo \\*', 'echo x'],
    ['a.b', 'axb'],
    ['[ab]', 'a'],
    ['', 'a'],
  ])('`%s` and %j', (glob, text) => {
    expect(matchesText(parseTextGlob(glob), text)).toBe(false);
  });
});

const GLOB = fc
  .array(fc.constantFrom('a', 'b', 'ab', '*', '?', '😀', '\\*', '\\?', '\\\\', '\\', 'é'), { maxLength: 9 })
  .map((pieces) => pieces.join(''));
const TEXT = fc
  .array(fc.constantFrom('a', 'b', '*', '?', '\\', '😀', 'é'), { maxLength: 12 })
  .map((pieces) => pieces.join(''));

test('matching is what trying every way gives', () => {
  fc.assert(
    fc.property(GLOB, TEXT, (glob, text) => {
      expect(matchesText(parseTextGlob(glob), text)).toBe(naiveMatch(glob, text));
    }),
    { numRuns: 3000 },
  );
});

test('anywhere is a star on both sides', () => {
  fc.assert(
    fc.property(GLOB, TEXT, (glob, text) => {
      expect(matchesText(anywhere(parseTextGlob(glob)), text)).toBe(
        naiveMatch(`*${glob.replace(/(^|[^\\])((?:\\\\)*)\\$/, '$1$2\\\\')}*`, text),
      );
    }),
  );
});

test('an escaped text matches itself and is literal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const glob = parseTextGlob(escapeGlob(text));
      expect(literalText(glob)).toBe(text);
      expect(matchesText(glob, text)).toBe(true);
    }),
  );
});

test.each([
  ['*', true],
  ['**', true],
  ['', false],
  ['?*', false],
  ['\\*', false],
  ['a*', false],
])('`%s` matches every text: %s', (glob, expected) => {
  expect(matchesEveryText(parseTextGlob(glob))).toBe(expected);
});

test.each([
  ['git push', 'git push'],
  ['a\\*b', 'a*b'],
  ['a*b', null],
  ['a?b', null],
  ['', ''],
])('the literal text of `%s` is %j', (glob, expected) => {
  expect(literalText(parseTextGlob(glob))).toBe(expected);
});

test('field globs escape the comma too', () => {
  expect(matchesText(parseTextGlob('a\\,b', '*?\\,'), 'a,b')).toBe(true);
  expect(matchesText(parseTextGlob('a\\,b'), 'a,b')).toBe(false);
});
