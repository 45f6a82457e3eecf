import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { absolutePath, pathBelow } from '../../src/text/path.ts';
import { resolveLongPath } from '../../src/text/resolve-long-path.ts';

const base = absolutePath('/repo/app');
const home = absolutePath('/home/me');

describe('absolute', () => {
  test.each([
    ['src/a.ts', '/repo/app/src/a.ts'],
    ['./src/a.ts', '/repo/app/src/a.ts'],
    ['src//a.ts', '/repo/app/src/a.ts'],
    ['src/./a.ts', '/repo/app/src/a.ts'],
    ['src/../a.ts', '/repo/app/a.ts'],
    ['src/x/../../a.ts/', '/repo/app/a.ts'],
    ['../x', '/repo/x'],
    ['../../../../x', '/x'],
    ['', '/repo/app'],
    ['.', '/repo/app'],
    ['..', '/repo'],
    ['.env', '/repo/app/.env'],
    ['a/..b/c..', '/repo/app/a/..b/c..'],
    ['...', '/repo/app/...'],
    ['/', '/'],
    ['//', '/'],
    ['/..', '/'],
    ['/etc/passwd', '/etc/passwd'],
    ['/etc/./../tmp//x/', '/tmp/x'],
    ['/.config', '/.config'],
    ['~', '/home/me'],
    ['~/notes', '/home/me/notes'],
    ['~/../you', '/home/you'],
    ['~user/x', '/repo/app/~user/x'],
    ['a/~/b', '/repo/app/a/~/b'],
  ])('%j is %j', (written, expected) => {
    expect(absolutePath(written, { base, home })).toBe(expected);
  });

  test('without a home directory, `~` is a name', () => {
    expect(absolutePath('~/x', { base })).toBe('/repo/app/~/x');
  });

  test('as the platform would', () => {
    const piece = fc.constantFrom('a', 'bc', '.', '..', '', '/', '//', '.x', '..x', '...', 'é');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const written = pieces.join('/');
        const expected = posix.resolve(base, written);
        expect(absolutePath(written, { base })).toBe(expected);
        expect(absolutePath(written)).toBe(posix.resolve('/', written));
      }),
      { numRuns: 1000 },
    );
  });
});

test('a path longer than any file system takes is resolved alike', () => {
  const piece = fc.constantFrom('a', 'bc', '.', '..', '', '//', '.x', '..x', '...', 'é', '語', '../..');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const path = `/${pieces.join('/')}`;
      expect(resolveLongPath(path)).toBe(posix.resolve(path));
      const long = path.repeat(2000);
      expect(absolutePath(long)).toBe(posix.resolve(long));
    }),
  );
});

describe('below', () => {
  test.each([
    ['/repo/app/src/a.ts', '/repo/app', 'src/a.ts'],
    ['/repo/app', '/repo/app', ''],
    ['/repo/apples', '/repo/app', null],
    ['/repo', '/repo/app', null],
    ['/x', '/', 'x'],
    ['/', '/', ''],
  ])('%j below %j is %j', (path, root, expected) => {
    expect(pathBelow(absolutePath(path), absolutePath(root))).toBe(expected);
  });
});
