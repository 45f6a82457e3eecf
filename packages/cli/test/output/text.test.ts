import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bar, percent } from '../../src/output/bars.ts';
import { paint } from '../../src/output/paint.ts';
import { shortPath } from '../../src/output/short-path.ts';
import { fitted, wrapped } from '../../src/output/wrapped.ts';

describe('a path', () => {
  const here = { cwd: '/home/u/app', home: '/home/u' };

  test.each([
    ['/home/u/app/.caliban/permissions.toml', '.caliban/permissions.toml'],
    ['/home/u/.config/caliban/permissions.toml', '~/.config/caliban/permissions.toml'],
    ['/home/u/app', '~/app'],
    ['/home/u', '/home/u'],
    ['/home/ute/x', '/home/ute/x'],
    ['/etc/caliban/permissions.toml', '/etc/caliban/permissions.toml'],
    // A shell would not open it under the short name.
    ['/home/u/a b', '/home/u/a b'],
  ])('%s is shown as %s', (path, shown) => {
    expect(shortPath(path, here)).toBe(shown);
  });
});

describe('a line', () => {
  test.each([
    ['fits', 'a b c', 10, 'a b c'],
    ['is continued below its indent', 'one two three four', 9, 'one two\n  three\n  four'],
    ['is cut in a long word', '0123456789abcdef', 8, '01234567\n  89abcd\n  ef'],
    ['is left alone without a screen', 'one two three four', undefined, 'one two three four'],
  ])('%s', (_, line, columns, shown) => {
    expect(wrapped(line, { indent: 2, terminal: columns === undefined ? {} : { columns } })).toBe(shown);
  });

  test.each([
    [
      'below its last column',
      '  --flag      what the flag is for',
      30,
      '  --flag      what the flag is\n              for',
    ],
    ['below its beginning', '  where it is one sentence', 14, '  where it is\n    one\n    sentence'],
    [
      'colours take no room',
      '  \u001b[31mdeny\u001b[0m  what is long',
      16,
      '  \u001b[31mdeny\u001b[0m  what is\n        long',
    ],
    [
      'a command is copied whole',
      "    caliban perms add 'Bash:make *' allow",
      20,
      "    caliban perms add 'Bash:make *' allow",
    ],
  ])('of a text: %s', (_, line, columns, shown) => {
    expect(fitted(line, { columns })).toBe(shown);
  });

  test('is never wider than the screen, and loses nothing but blanks', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 10, max: 60 }), (text, columns) => {
        const shown = wrapped(text, { indent: 4, terminal: { columns } });
        if (!text.includes('\n')) expect(shown.split('\n').every((line) => line.length <= columns)).toBe(true);
        expect(shown.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      }),
    );
  });
});

test.each([
  [0, 10, '0%', 0],
  [1, 1000, '<1%', 1],
  [5, 10, '50%', 12],
  [10, 10, '100%', 24],
])('%d of %d: %s, %d characters', (count, of, share, length) => {
  expect([percent(count, of), bar(count, of).length]).toEqual([share, length]);
});

test('colours only where they are wanted', () => {
  expect(paint('deny', 'x', { colours: true })).toBe('\u001b[31mx\u001b[0m');
  expect([paint('deny', 'x', { colours: false }), paint('dim', '', { colours: true })]).toEqual(['x', '']);
});
