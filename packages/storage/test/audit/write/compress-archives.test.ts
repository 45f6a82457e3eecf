import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressArchives } from '../../../src/audit/write/compress-archives.ts';
import { nativeLock } from '../../../src/files/native-lock.ts';
import { at } from '../helpers/entries.ts';
import { name, someArchives } from '../helpers/some-archives.ts';

const settled = { settleMs: -1, signal: new AbortController().signal };

test('all but the newest archive, which a late writer may still have open', async () => {
  const directory = someArchives();
  await compressArchives(join(directory, 'log.jsonl'), settled);
  expect(readdirSync(directory).filter((file) => !file.includes('.lock'))).toEqual([
    `${name(1)}.gz`,
    `${name(2)}.gz`,
    name(3),
    'log.jsonl',
  ]);
  const packed = join(directory, `${name(1)}.gz`);
  expect(gunzipSync(readFileSync(packed)).toString()).toBe(at('09:01:00'));
  expect(statSync(packed).mode & 0o777).toBe(0o600);
  expect(statSync(packed).mtimeMs).toBe(1.7e12);
});

test('not an archive touched a moment ago', async () => {
  const directory = someArchives();
  await compressArchives(join(directory, 'log.jsonl'), { ...settled, settleMs: 60_000 });
  expect(existsSync(join(directory, name(1)))).toBe(true);
});

test('not while another process is at it', async () => {
  const directory = someArchives();
  const held = nativeLock()?.(join(directory, 'log.jsonl.gzip.lock'));
  await compressArchives(join(directory, 'log.jsonl'), settled);
  expect(existsSync(join(directory, name(1)))).toBe(true);
  held?.release();
});

test('not after an abort', async () => {
  const directory = someArchives();
  await compressArchives(join(directory, 'log.jsonl'), { ...settled, signal: AbortSignal.abort() });
  expect(existsSync(join(directory, name(1)))).toBe(true);
});

test('an archive that was compressed but not yet removed is done again', async () => {
  const directory = someArchives();
  writeFileSync(join(directory, `${name(1)}.gz`), 'anything');
  await compressArchives(join(directory, 'log.jsonl'), settled);
  expect(existsSync(join(directory, name(1)))).toBe(false);
  expect(gunzipSync(readFileSync(join(directory, `${name(1)}.gz`))).toString()).toBe(at('09:01:00'));
});
