import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coversSegment, pathsMeet } from '../../src/globs/meeting-paths.ts';
import { parsePathGlob } from '../../src/globs/parse-path-glob.ts';
import { matchesSegments } from '../../src/globs/path-glob.ts';
import type { PathSegment, PathSegments } from '../../src/types/glob.ts';

describe('some path is matched by both', () => {
  test.each([
    ['a/b', 'a/b', true],
    ['a/b', 'a/c', false],
    ['a/*', 'a/b', true],
    ['a/*', 'a/b/c', false],
    ['a?/*', 'ab/x', true],
    ['a?/*', 'a/x', false],
    ['[a-c]x', '[c-e]x', true],
    ['[a-c]x', '[d-e]x', false],
    ['[!a]x', 'ax', false],
    ['**/x', 'a/b/*', true],
    ['**/x', 'a/b/*.ts', false],
    ['*.ts', '.env*', true],
    ['*a*b', 'a*b*', true],
    ['a*', '*b', true],
    ['a*', 'b*', false],
    ['secret?/*', 'secrets/**', true],
    ['secrets', 'secrets/**', false],
    // At the end of what is reached, `**` may be nothing.
    ['a/**', 'a', true],
    ['**', 'a/b/c', true],
  ])('`%s` and `%s`: %s', (reached, denied, expected) => {
    expect(pathsMeet(segments(reached), segments(denied))).toBe(expected);
  });

  test('whenever a path shows it', () => {
    const piece = fc.constantFrom('a', 'b', 'ab', '*', '?', 'a*', '*b', '[ab]', '[!a]', '**');
    const glob = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('/'));
    const path = fc
      .array(fc.constantFrom('a', 'b', 'ab', 'ba'), { minLength: 1, maxLength: 4 })
      .map((names) => names.join('/'));
    fc.assert(
      fc.property(glob, glob, path, (one, other, name) => {
        const shows = [one, other].every((each) => matchesSegments(segments(each), name));
        return !shows || pathsMeet(segments(one), segments(other));
      }),
      { numRuns: 5000 },
    );
  });

  test('quickly, of long globs', () => {
    const long = `/${'**/a*b*/'.repeat(60)}x`;
    const start = performance.now();
    expect(pathsMeet(segments(long), segments(`/${'**/*a*b/'.repeat(60)}y`))).toBe(false);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

test.each([
  ['*.pem', '*.pem', true],
  ['*.pem', '*.local.pem', true],
  ['*secret*', 'secret?.txt', true],
  ['credentials.json', '*.json', false],
  ['.env*', '*.ts', false],
  ['a?', 'a*', false],
  ['*', 'a*b', true],
])('every name of the second is one of the first: `%s`, `%s`: %s', (larger, smaller, expected) => {
  expect(coversSegment(segments(larger)[0] as PathSegment, segments(smaller)[0] as PathSegment)).toBe(expected);
});

function segments(glob: string): PathSegments {
  const parsed = parsePathGlob(glob.startsWith('/') ? glob : `/${glob}`);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value.alternatives[0] as PathSegments;
}
