import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldPathGlob } from '../../src/globs/fold-path-glob.ts';
import { parsePathGlob } from '../../src/globs/parse-path-glob.ts';
import { matchesPath } from '../../src/globs/path-glob.ts';
import { PathGlobSet } from '../../src/globs/path-glob-set.ts';
import { absolutePath } from '../../src/text/path.ts';
import type { PathGlob } from '../../src/types/glob.ts';

const ROOTS = { workspace: absolutePath('/repo'), home: absolutePath('/home/me') };

function glob(text: string): PathGlob {
  const parsed = parsePathGlob(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

describe('a set matches what one of its globs matches', () => {
  test.each([
    ['a name', '/home/*/.ssh/**', '/home/u/.ssh/id', true],
    ['a name that is elsewhere', '/home/*/.ssh/**', '/home/u/x/.ssh/id', false],
    ['an extension', '/**/*.pem', '/a/b.c.pem', true],
    ['no extension', '/**/*.pem', '/a/pem', false],
    ['neither', '/**/.env[.*?]*', '/a/.env.local', true],
    ['the root of an anchor', '~', '/home/me', true],
    ['everything', '/**', '/x', true],
    ['a name that is escaped', '/a/\\*', '/a/*', true],
    ['an extension of tokens', '/**/a.[ch]', '/x/a.c', true],
  ])('%s', (_, pattern, path, isMatch) => {
    expect(new PathGlobSet([glob(pattern)]).matches(absolutePath(path), ROOTS)).toBe(isMatch);
  });

  test('whatever they are', () => {
    const name = fc.constantFrom('a', 'b', '.env', 'x.pem', 'B.Pem', '..pem', 'repo', 'home', 'me');
    const part = fc.constantFrom(
      'a',
      'b',
      '*',
      '**',
      '?',
      '.env',
      '*.pem',
      '*.p?m',
      '.env.*',
      '{a,x}.{pem,key}',
      '[!a]',
    );
    const anchor = fc.constantFrom('/', '~/', './', '');
    const pattern = fc
      .tuple(anchor, fc.array(part, { minLength: 1, maxLength: 4 }))
      .map(([at, parts]) => at + parts.join('/'));
    const path = fc
      .tuple(fc.constantFrom('/', '/repo/', '/home/me/'), fc.array(name, { maxLength: 4 }))
      .map(([at, names]) => absolutePath(at + names.join('/')));
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 4 }), path, fc.boolean(), (patterns, tried, isFolded) => {
        const globs = patterns.map(glob).map((each) => (isFolded ? foldPathGlob(each) : each));
        const expected = globs.some((each) => matchesPath(each, tried, ROOTS));
        expect(new PathGlobSet(globs).matches(tried, ROOTS)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });
});
