import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldPathGlob } from '../../src/globs/fold-path-glob.ts';
import { parsePathGlob } from '../../src/globs/parse-path-glob.ts';
import { matchesPath, matchesSegments } from '../../src/globs/path-glob.ts';
import { absolutePath } from '../../src/text/path.ts';
import { GLOBSTAR, type PathGlob, type PathSegments, type PathToken } from '../../src/types/glob.ts';

const ROOTS = { workspace: absolutePath('/repo'), home: absolutePath('/home/me') };

function glob(text: string): PathGlob {
  const parsed = parsePathGlob(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

describe('matches', () => {
  test.each([
    ['src/main.rs', '/repo/src/main.rs'],
    ['./src/main.rs', '/repo/src/main.rs'],
    ['main.rs', '/repo/a/b/main.rs'],
    ['main.rs', '/repo/main.rs'],
    ['*.md', '/repo/docs/a.md'],
    ['*.md', '/repo/.md'],
    ['src/*', '/repo/src/.env'],
    ['src/*/x.ts', '/repo/src/a/x.ts'],
    ['src/**', '/repo/src/a/b'],
    ['src/', '/repo/src/a/b'],
    ['**/*.ts', '/repo/a.ts'],
    ['**/*.ts', '/repo/a/b/c.ts'],
    ['src/**/test/**/*.ts', '/repo/src/a/test/b/c/d.ts'],
    ['a/**/b/**/c', '/repo/a/b/b/x/c'],
    ['src/**.rs', '/repo/src/a.rs'],
    ['{a,b}/*.{js,ts}', '/repo/b/x.ts'],
    ['a/{b,c/d}/e', '/repo/a/c/d/e'],
    ['[a-c]x', '/repo/bx'],
    ['[!a-c]x', '/repo/dx'],
    ['[]a]', '/repo/]'],
    ['[[:alpha:]].md', '/repo/a.md'],
    ['[![:digit:]_].md', '/repo/a.md'],
    ['[_[:upper:][:digit:]-]x', '/repo/-x'],
    ['[[:punct:]]x', '/repo/`x'],
    ['[[:alpha]', '/repo/:'],
    ['a\\*b', '/repo/a*b'],
    ['src/?.ts', '/repo/src/é.ts'],
    ['src/?.ts', '/repo/src/😀.ts'],
    ['src/[😀]', '/repo/src/😀'],
    ['/etc/*', '/etc/passwd'],
    ['/**', '/etc/ssh/x'],
    ['~/notes/**', '/home/me/notes/a'],
    ['~', '/home/me'],
    ['{~/.ssh,~/.aws}/**', '/home/me/.aws/credentials'],
    ['~{,/.ssh}', '/home/me/.ssh'],
    ['{/etc,/root}/**', '/etc/passwd'],
    ['{,/usr}/bin/*', '/usr/bin/env'],
    ['{\\~,a}/x', '/repo/~/x'],
    ['[~]/x', '/repo/~/x'],
    ['/', '/etc'],
    ['**', '/repo/x'],
  ])('`%s` and %j', (pattern, path) => {
    expect(matchesPath(glob(pattern), absolutePath(path), ROOTS)).toBe(true);
  });
});

describe('does not match', () => {
  test.each([
    ['src/main.rs', '/repo/lib/src/main.rs'],
    ['src/main.rs', '/src/main.rs'],
    ['src/main.rs', '/repo/src/main.rs.bak'],
    ['*.md', '/home/me/a.md'],
    ['src/*', '/repo/src'],
    ['src/*', '/repo/src/a/b'],
    ['src/*/x.ts', '/repo/src/x.ts'],
    ['src/**', '/repo/src'],
    ['src/**', '/repo/srcs/a'],
    ['**', '/repo'],
    ['./*', '/repo'],
    ['src/**.rs', '/repo/src/a/b.rs'],
    ['a/**/b/**/c', '/repo/a/b/c/d'],
    ['{a,b}/x', '/repo/c/x'],
    ['[a-c]x', '/repo/dx'],
    ['[!a]', '/repo/a'],
    ['[[:alpha:]].md', '/repo/1.md'],
    ['[[:alpha:]].md', '/repo/:].md'],
    ['[![:digit:]].md', '/repo/1.md'],
    ['[[:lower:]]x', '/repo/Ax'],
    ['src/??.ts', '/repo/src/😀.ts'],
    ['/etc/*', '/etc'],
    ['/etc/*', '/etc/a/b'],
    ['~/x', '/repo/x'],
    ['{/etc,/usr}/**', '/repo/usr/x'],
    ['{~/.ssh,~/.aws}/**', '/repo/~/.ssh/x'],
    ['a\\*b', '/repo/axb'],
    ['SRC/a', '/repo/src/a'],
  ])('`%s` and %j', (pattern, path) => {
    expect(matchesPath(glob(pattern), absolutePath(path), ROOTS)).toBe(false);
  });
});

test('without a home directory nothing is below it', () => {
  expect(matchesPath(glob('~/x'), absolutePath('/home/me/x'), { workspace: ROOTS.workspace })).toBe(false);
});

describe('where the file system tells no case apart', () => {
  test.each([
    ['SRC/*.MD', 'src/a.md', true],
    ['[A-C]x', 'bx', true],
    ['[!A-C]x', 'bx', false],
    ['[É]', 'é', true],
    ['İ', 'İ'.toLowerCase(), true],
    ['*İ?', `${'İ'.toLowerCase()}x`, true],
    ['src/a', 'src/b', false],
  ])('`%s` and %j: %s', (pattern, path, expected) => {
    const { alternatives } = foldPathGlob(glob(pattern));
    expect(alternatives.some((segments) => matchesSegments(segments, path))).toBe(expected);
  });
});

test('matching is what trying every way gives', () => {
  const segment = fc.constantFrom(
    'a',
    'b',
    'ab',
    '*',
    '**',
    '?',
    'a*',
    '*a*b*',
    '[ab]',
    '[!a]b',
    '*[b-c]?',
    '😀',
    '?😀',
  );
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '😀'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 5 }),
      fc.array(name, { maxLength: 5 }),
      (segments, names) => {
        const [alternative] = glob(`/${segments.join('/')}`).alternatives as [PathSegments];
        expect(matchesSegments(alternative, names.join('/'))).toBe(naiveSegments(alternative, names));
      },
    ),
    { numRuns: 3000 },
  );
});

function naiveSegments(pattern: PathSegments, names: readonly string[]): boolean {
  const [expected, ...others] = pattern;
  if (expected === undefined) return names.length === 0;
  if (expected === GLOBSTAR) {
    if (others.length === 0) return names.length > 0;
    return names.some((_, skipped) => naiveSegments(others, names.slice(skipped)));
  }
  const [name, ...rest] = names;
  if (name === undefined) return false;
  const fits = typeof expected === 'string' ? expected === name : naiveTokens(expected, Array.from(name));
  return fits && naiveSegments(others, rest);
}

function naiveTokens(tokens: readonly PathToken[], characters: readonly string[]): boolean {
  // Which places of the name the tokens so far may have led to.
  let places = new Set([0]);
  for (const token of tokens) {
    const next = new Set<number>();
    for (const place of places) {
      if (token.kind === 'star') for (let end = place; end <= characters.length; end++) next.add(end);
      else if (place < characters.length && takes(token, characters[place] as string)) next.add(place + 1);
    }
    places = next;
  }
  return places.has(characters.length);
}

function takes(token: Exclude<PathToken, { kind: 'star' }>, character: string): boolean {
  switch (token.kind) {
    case 'any':
      return true;
    case 'literal':
      return token.text === character;
    case 'class': {
      const code = character.codePointAt(0) as number;
      return token.ranges.some(([low, high]) => low <= code && code <= high) !== token.negated;
    }
  }
}
