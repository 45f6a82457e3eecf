import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesLongPath } from '../../src/globs/long-path.ts';
import { parsePathGlob } from '../../src/globs/parse-path-glob.ts';
import { matchesSegments } from '../../src/globs/path-glob.ts';
import type { PathSegments } from '../../src/types/glob.ts';

function segments(glob: string): PathSegments {
  const parsed = parsePathGlob(`/${glob}`);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value.alternatives[0] as PathSegments;
}

test('what is right for a short path is right for a long one', () => {
  const segment = fc.constantFrom(
    ...['a', 'b', 'ab', '*', '**', '?', 'a*', '*b', '*a*b*', '[ab]', '[!a]b', '*[b-c]?', '😀', '?😀', '[!😀]', 'a\\/b'],
    ...['a'.repeat(31), `${'?'.repeat(33)}*`, `a${'?'.repeat(34)}`, `*b${'?'.repeat(35)}b*`, `${'?'.repeat(36)}[!a]`],
  );
  const name = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '😀'), minLength: 1, maxLength: 5 }),
    fc.constantFrom('a'.repeat(31), 'a'.repeat(35), 'a'.repeat(64), `${'ab'.repeat(17)}b`, `ab${'a'.repeat(35)}bc`),
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
    [`**/*a${'?'.repeat(100)}b`, `${wide}${'c'.repeat(100)}b`, true],
    [`**/*a${'?'.repeat(100)}b`, `${wide}${'c'.repeat(101)}b`, false],
    // What is on its way past many `?` ends with the name.
    [`**/a${'?'.repeat(50)}/b`, `${deep}a${'c'.repeat(25)}/${'c'.repeat(24)}/b`, false],
    [`**/a${'?'.repeat(50)}/b`, `${deep}a${'c'.repeat(50)}/b`, true],
    // Each literal is there, but not in this order.
    ['**/b/**/c?d', `${deep}c/b/c/d`, false],
  ])('`%s`, row %#: %s', (glob, path, expected) => {
    expect(matchesSegments(segments(glob), path)).toBe(expected);
  });
});
