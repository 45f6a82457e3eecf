import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listArchives, newArchivePath } from '../../src/audit/archives.ts';

function newLog(): string {
  const directory = mkdtempSync(join(tmpdir(), 'caliban-archives-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, 'log.jsonl');
}

test.each([
  ['-000001-06-01T00:00:00.000Z'],
  ['0001-01-01T00:00:00.000Z'],
  ['1969-07-20T20:17:40.123Z'],
  ['2026-11-16T01:02:03.004Z'],
  ['2101-01-01T00:00:00.000Z'],
  ['+012026-01-01T00:00:00.000Z'],
])('an archive made when the clock says %s is found again', (at) => {
  const log = newLog();
  const path = newArchivePath(log, new Date(at), 42);
  writeFileSync(path, '');
  expect(listArchives(log)).toEqual([{ path, isCompressed: false, rotatedAt: Date.parse(at) }]);
});

test('archives of one instant are counted up and stay in their order', () => {
  const log = newLog();
  const paths = Array.from({ length: 12 }, () => {
    const path = newArchivePath(log, new Date('2026-01-01'), 42);
    writeFileSync(path, '');
    return path;
  });
  expect(listArchives(log).map(({ path }) => path)).toEqual(paths);
});
