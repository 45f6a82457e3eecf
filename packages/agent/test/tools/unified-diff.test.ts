import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/helpers/runs.ts';
import { cutFrom, diffHunks, unifiedDiff } from '../../src/tools/edits/unified-diff.ts';
import { scratch } from './helpers/scratch.ts';

describe('a diff', () => {
  test.each([
    ['nothing changed', 'a\n', 'a\n', ''],
    ['a new file', '', 'a\nb\n', '@@ -0,0 +1,2 @@\n+a\n+b'],
    ['an emptied file', 'a\n', '', '@@ -1 +0,0 @@\n-a'],
    ['a lost line end', 'a\n', 'a', '@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file'],
    [
      'context of three',
      '1\n2\n3\n4\n5\n6\n7\n8\n9\n',
      '1\n2\n3\n4\nx\n6\n7\n8\n9\n',
      '@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8',
    ],
  ])('%s', (_, before, after, diff) => {
    expect(unifiedDiff(before, after)).toBe(diff);
  });

  test('distant changes are separate hunks', () => {
    const before = Array.from({ length: 30 }, (_, at) => `${at}\n`).join('');
    const diff = unifiedDiff(before, before.replace('2\n', 'x\n').replace('27\n', 'y\n'));
    expect(diff.match(/^@@ .* @@$/gm)).toHaveLength(2);
  });

  test('one of a million lines is cut', () => {
    const diff = unifiedDiff('', 'a\n'.repeat(1_000_000));
    const lines = diff.split('\n');
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([
      2001,
      '@@ -0,0 +1,1000000 @@',
      '[… the first 2000 of 1000001 lines of this diff …]',
    ]);
    expect(cutFrom(diff)).toEqual({ shown: 2000, of: 1_000_001 });
  });

  test.each([
    ['of all lines that fit', '', 'a\n'.repeat(1_999)],
    ['of a line that looks like the note', '', '[… the first 2000 of 9 lines of this diff …]'],
    ['of a line that looks like it in the old text', '[… the first 2000 of 9 lines of this diff …]\n', ''],
  ])('one %s is whole', (_, before, after) => {
    expect(cutFrom(unifiedDiff(before, after))).toBe(null);
  });
});

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 25 });

const text = fc.tuple(lines, fc.boolean()).map(([all, end]) => all.join('\n') + (end && all.length > 0 ? '\n' : ''));

test('the changes lead from one text to the other', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      expect(applyPatch(before, `--- f\n+++ f\n${unifiedDiff(before, after)}\n`)).toBe(after);
    }),
    { numRuns: runs(1000) },
  );
});

const hasPatch = spawnSync('patch', ['--version']).status === 0;

test.runIf(hasPatch)('`patch` understands it', () => {
  const file = join(scratch(), 'f');
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after && before !== '' && after !== '');
      writeFileSync(file, before);
      const input = `--- f\n+++ f\n${unifiedDiff(before, after)}\n`;
      const { status } = spawnSync('patch', ['-s', '-f', file], { input });
      expect([status, readFileSync(file, 'utf8')]).toEqual([0, after]);
    }),
    { numRuns: runs(40) },
  );
});

test('texts with too many differences are one change, and soon', () => {
  const make = (mark: string) => Array.from({ length: 20_000 }, (_, at) => `${mark}${at}`);
  const inCommon = ['same 1', 'same 2', 'same 3', 'same 4'];
  const before = [...inCommon, ...make('a'), ...inCommon].join('\n');
  const [hunk, ...others] = diffHunks(before, [...inCommon, ...make('b'), ...inCommon].join('\n'), { context: 3 });
  expect(others).toEqual([]);
  expect(hunk).toMatchObject({ oldStart: 2, oldLines: 20_006, newStart: 2, newLines: 20_006 });
  expect(hunk?.lines.slice(0, 4)).toEqual([' same 2', ' same 3', ' same 4', '-a0']);
  expect(hunk?.lines.slice(-4)).toEqual(['+b19999', ' same 1', ' same 2', ' same 3']);
  expect(unifiedDiff(make('a').join('\n'), make('b').join('\n')).split('\n')).toHaveLength(2001);
});

test('a long block more is no more than that', () => {
  const block = Array.from({ length: 5_000 }, (_, at) => `${at}\n`).join('');
  const diff = unifiedDiff(`a\nb\nc\nd\n`, `a\nb\n${block}c\nd\n`);
  expect(diff.split('\n').slice(0, 4)).toEqual(['@@ -1,4 +1,5004 @@', ' a', ' b', '+0']);
});
