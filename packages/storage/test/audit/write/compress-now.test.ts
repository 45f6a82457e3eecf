import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressNow } from '../../../src/audit/write/compress-now.ts';
import { nativeLock } from '../../../src/files/native-lock.ts';
import { at, temporaryDirectory } from '../helpers/entries.ts';
import { name, someArchives } from '../helpers/some-archives.ts';
import { finish, idsIn, startWriter } from '../helpers/writers.ts';

const settled = { settleMs: -1, budgetMs: 10_000 };
const visible = (directory: string) => readdirSync(directory).filter((file) => !file.includes('.lock'));

test('all but the newest archive, and it is done when it returns', () => {
  const directory = someArchives();
  compressNow(join(directory, 'log.jsonl'), settled);
  expect(visible(directory)).toEqual([`${name(1)}.gz`, `${name(2)}.gz`, name(3), 'log.jsonl']);
  const packed = join(directory, `${name(1)}.gz`);
  expect(gunzipSync(readFileSync(packed)).toString()).toBe(at('09:01:00'));
  expect(statSync(packed).mode & 0o777).toBe(0o600);
  expect(statSync(packed).mtimeMs).toBe(1.7e12);
});

test('in many blocks it is still one file, and readers see every line', async () => {
  const directory = temporaryDirectory();
  const lines = Array.from({ length: 40_000 }, (_, number) => at(`09:00:0${number % 10}`)).join('');
  writeFileSync(join(directory, name(1)), lines);
  writeFileSync(join(directory, name(2)), at('09:02:00'));
  compressNow(join(directory, 'log.jsonl'), settled);
  const packed = readFileSync(join(directory, `${name(1)}.gz`));
  expect(lines.length).toBeGreaterThan(2 * 4 * 1024 * 1024);
  expect(gunzipSync(packed).toString() === lines).toBe(true);
  const { ids, unreadable } = await idsIn({ source: { log: join(directory, 'log.jsonl') } });
  expect([ids.length, unreadable]).toEqual([40_001, 0]);
});

test.each([
  ['not what somebody touched a moment ago', { settleMs: 60_000, budgetMs: 10_000 }],
  ['nothing when there is no time for it', { settleMs: -1, budgetMs: -1 }],
])('%s', (_, options) => {
  const directory = someArchives();
  compressNow(join(directory, 'log.jsonl'), options);
  expect(existsSync(join(directory, name(1)))).toBe(true);
});

test('not a pipe in place of an archive', () => {
  const directory = someArchives();
  rmSync(join(directory, name(1)));
  execFileSync('mkfifo', [join(directory, name(1))]);
  compressNow(join(directory, 'log.jsonl'), settled);
  expect(visible(directory)).toEqual([name(1), `${name(2)}.gz`, name(3), 'log.jsonl']);
});

test('not while another process is at it', () => {
  const directory = someArchives();
  const held = nativeLock()?.(join(directory, 'log.jsonl.gzip.lock'));
  compressNow(join(directory, 'log.jsonl'), settled);
  expect(existsSync(join(directory, name(1)))).toBe(true);
  held?.release();
});

test('not what would take too long for a process that ends', () => {
  const directory = someArchives();
  truncateSync(join(directory, name(1)), 300 * 1024 * 1024);
  compressNow(join(directory, 'log.jsonl'), settled);
  expect(visible(directory)).toEqual([name(1), `${name(2)}.gz`, name(3), 'log.jsonl']);
});

test('an archive that was compressed but not yet removed is done again', () => {
  const directory = someArchives();
  writeFileSync(join(directory, `${name(1)}.gz`), 'anything');
  compressNow(join(directory, 'log.jsonl'), settled);
  expect(existsSync(join(directory, name(1)))).toBe(false);
  expect(gunzipSync(readFileSync(join(directory, `${name(1)}.gz`))).toString()).toBe(at('09:01:00'));
});

test('processes that write one line each leave compressed archives and lose nothing', async () => {
  const file = join(temporaryDirectory(), 'log.jsonl');
  const ids: string[] = [];
  for (let number = 0; number < 6; number++) {
    const writer = startWriter({ file, writer: `w${number}`, lines: 1, maxBytes: 300, settleMs: -1 });
    expect((await finish(writer)).code).toBe(0);
    ids.push(`w${number}-0`);
  }
  const archives = visible(join(file, '..')).filter((found) => found !== 'log.jsonl');
  expect(archives.filter((found) => !found.endsWith('.gz'))).toHaveLength(1);
  expect(archives.length).toBeGreaterThan(2);
  expect(await idsIn({ source: { log: file } })).toEqual({ ids, unreadable: 0 });
});
