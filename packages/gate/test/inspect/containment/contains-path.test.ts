import type { AbsolutePath } from '@caliban/calls';
import { matchesPath, parsePathGlob } from '@caliban/calls/globs';
import type { PathGlob } from '@caliban/calls/types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containsPath, rooted } from '../../../src/inspect/containment/contains-path.ts';
import { inclusion } from '../../../src/inspect/containment/inclusion.ts';
import { loosePathNfa, pathNfa } from '../../../src/inspect/containment/path-nfa.ts';
import { samplePaths } from '../../../src/inspect/containment/sample-paths.ts';
import { everyText } from './every-text.ts';

const effort = () => ({ left: 1_000_000 });
const path = (text: string): PathGlob => {
  const parsed = parsePathGlob(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`);
  return parsed.value;
};

describe('containsPath', () => {
  test.each([
    ['src/**', 'src/a.ts', 'yes'],
    ['src/**', 'src', 'no'],
    ['src/**', 'src/*/b/**', 'yes'],
    ['src/*', 'src/**', 'no'],
    ['src/**/*.ts', 'src/*.ts', 'yes'],
    ['src/**/*.ts', 'src/a/**/b/*.ts', 'yes'],
    ['*.md', 'docs/*.md', 'yes'],
    ['docs/*.md', '*.md', 'no'],
    ['{a,b}/**', 'a/**', 'yes'],
    ['a/**', '{a,b}/**', 'no'],
    ['{a,b}/**', '[ab]/x', 'yes'],
    ['[a-c]/x', '[ab]/x', 'yes'],
    ['[!a]/x', 'b/x', 'yes'],
    ['src/?*', 'src/*', 'yes'], // no segment is empty
    ['src/{[!.]*,.[!.]*,..?*}', 'src/*', 'yes'], // nor `.` nor `..`
    ['src/', 'src/**', 'yes'],
    ['**', '*.md', 'yes'],
    ['/**', 'src/**', 'yes'], // wherever the workspace is
    ['/**', '~/.ssh/**', 'yes'],
    ['/**/src/**', 'src/**', 'yes'],
    ['/home/**', '~/x', 'no'],
    ['**', '~/x', 'no'],
    ['**', '/repo/x', 'no'],
    ['~/**', 'x', 'no'],
    ['/**', '/', 'yes'],
    ['/**', '/.', 'no'], // a closing `**` needs a segment
  ])('`%s` contains `%s`: %s', (larger, smaller, answer) => {
    expect(containsPath(path(larger), path(smaller), effort())).toBe(answer);
  });

  test.each([
    ['/repo/**', 'src/**', 'yes'],
    ['src/**', '/repo/src/x', 'yes'],
    ['~/**', 'src/**', 'no'],
    ['/home/**', '~/x', 'yes'],
  ])('with /repo and /home/me known, `%s` contains `%s`: %s', (larger, smaller, answer) => {
    const roots = { workspace: '/repo' as AbsolutePath, home: '/home/me' as AbsolutePath };
    expect(containsPath(rooted(path(larger), roots), rooted(path(smaller), roots), effort())).toBe(answer);
  });
});

const roots = { workspace: '/' as AbsolutePath };
const paths = everyText('/ab.', 6)
  .filter((text) => text === '/' || /^(?:\/(?!\.{1,2}(?:\/|$))[^/]+)+$/.test(text))
  .map((text) => text as AbsolutePath);
const glob = fc
  .array(fc.constantFrom('a', 'b', '.', '*', '**', '?', '/', '/', '[ab]', '[!a]', '{a,b/}', '{,?}'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((pieces) => parsePathGlob(`/${pieces.join('')}`))
  .filter((parsed) => parsed.ok)
  .map((parsed) => parsed.value);

describe('against every path of up to six characters', () => {
  test('containment agrees', () => {
    fc.assert(
      fc.property(glob, glob, (smaller, larger) => {
        const outside = paths.filter((any) => matchesPath(smaller, any, roots) && !matchesPath(larger, any, roots));
        const answer = containsPath(larger, smaller, effort());
        if (outside.length > 0) expect(answer).toBe('no');
        if (answer === 'yes') {
          expect(outside).toEqual([]);
          return;
        }
        // The only path outside may be a longer one: the search shows it.
        const search = inclusion(pathNfa(smaller.alternatives), loosePathNfa(larger.alternatives), effort());
        const witness = (search.kind === 'exceeded' && search.by !== '' ? search.by : '/') as AbsolutePath;
        expect([matchesPath(smaller, witness, roots), matchesPath(larger, witness, roots)]).toEqual([true, false]);
      }),
      { numRuns: 600 },
    );
  });

  test('every glob contains itself, and its samples', () => {
    fc.assert(
      fc.property(glob, (any) => {
        expect(containsPath(any, any, effort())).toBe('yes');
        for (const sample of samplePaths(any)) {
          expect(matchesPath(any, (sample === '' ? '/' : sample) as AbsolutePath, roots)).toBe(true);
        }
      }),
    );
  });
});
