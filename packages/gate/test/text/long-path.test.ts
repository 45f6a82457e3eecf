import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesLongPath } from '../../src/text/long-path.ts';
import { parsePathGlob } from '../../src/text/parse-path-glob.ts';
import { matchesSegments } from '../../src/text/path-glob.ts';
import type { PathSegments } from '../../src/types/glob.ts';

function segments(glob: string): PathSegments {
  const parsed = parsePathGlob(`/${glob}`);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value.alternatives[0] as PathSegments;
}

test('what is right for a short path is right for a long one', () => {
  const segment = fc.constantFrom(
    ...['a', 'b', 'ab', '*', '**', '?', 'a*', '*b', '*a*b*', '[ab]', '[!a]b', '*[b-c]?', '😀', '?😀', '[!😀]', 'a\\/b'],
    ...['a'.repeat(31), `${'?'.repeat(33)}*`],
  );
  const name = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '😀'), minLength: 1, maxLength: 5 }),
    fc.constantFrom('a'.repeat(31), 'a'.repeat(64)),
  );
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 5 }),
      fc.array(name, { minLength: 1, maxLength: 5 }),
      (glob, names) => {
        const pattern = segments(glob.join('/'));
        expect(matchesLongPath(pattern, names.join('/'))).toBe(matchesSegments(pattern, names.join('/')));
      },
    ),
    { numRuns: 5000 },
  );
});

describe('a path longer than any file system takes', () => {
  const deep = 'a/'.repeat(5000);
  const wide = 'a'.repeat(5000);
  test.each([
    ['**/b', `${deep}b`, true],
    ['**/b', `${deep}ab`, false],
    ['**/a/a/b', `${deep}b`, true],
    ['**/b/**', `${deep}b`, false],
    ['**/b/**', `b/${deep}b`, true],
    ['a/**', `${deep}b`, true],
    ['b/**', `${deep}b`, false],
    ['*', `${deep}b`, false],
    ['*', wide, true],
    ['*a*b', `${wide}b`, true],
    ['*[!a]', wide, false],
    ['**/*b', `${deep}${wide}b`, true],
    ['**/[é-ü]?', `${deep}ñ😀`, true],
    ['**/日?', `${deep}月日`, false],
  ])('`%s`, row %#: %s', (glob, path, expected) => {
    expect(matchesSegments(segments(glob), path)).toBe(expected);
  });
});
