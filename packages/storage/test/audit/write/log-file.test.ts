import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { identityOf, statPath } from '../../../src/audit/file-identity.ts';
import { LogFile } from '../../../src/audit/write/log-file.ts';
import { rotate } from '../../../src/audit/write/rotate.ts';
import { tryLinkLock } from '../../../src/files/link-lock.ts';
import { nativeLock } from '../../../src/files/native-lock.ts';
import { temporaryDirectory } from '../helpers/entries.ts';

const NEVER_LOOKS = 100 * 1024 * 1024;

const onTrouble = (what: string) => expect.fail(what);

function logFile(file: string, settleMs: number): LogFile {
  const log = new LogFile({
    file,
    maxBytes: NEVER_LOOKS,
    keep: 9,
    settleMs,
    now: Date.now,
    onRotated() {},
    onTrouble,
  });
  onTestFinished(() => log.close());
  return log;
}

test('a line that went into a removed file, because we were stopped for long, is written again', () => {
  const file = join(temporaryDirectory(), 'log.jsonl');
  // So short that every write counts as one after a long stop.
  const log = logFile(file, -1);
  log.append('1\n');
  rmSync(file);
  log.append('2\n');
  expect(readFileSync(file, 'utf8')).toBe('2\n');
});

test('one that was only renamed is not: the line is in the archive', () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'log.jsonl');
  const log = logFile(file, -1);
  log.append('1\n');
  rotate({ log: file, identity: identity(file), keep: 9, tryLock: tryLinkLock, now: Date.now, onTrouble });
  log.append('2\n');
  const [archive] = readdirSync(directory).filter((name) => name.startsWith('log-'));
  expect(readFileSync(join(directory, archive as string), 'utf8')).toBe('1\n2\n');
});

test('text beyond ASCII is whole', () => {
  const file = join(temporaryDirectory(), 'log.jsonl');
  logFile(file, 60_000).append('"漢字 👍"\n');
  expect(readFileSync(file, 'utf8')).toBe('"漢字 👍"\n');
});

describe.each([
  ['native', nativeLock() ?? tryLinkLock],
  ['linked', tryLinkLock],
])('rotating under the %s lock', (_, tryLock) => {
  test('renames the file it was asked to, and only that', () => {
    const directory = temporaryDirectory();
    const file = join(directory, 'log.jsonl');
    writeFileSync(file, '1\n');
    const old = identity(file);
    const rotation = { log: file, keep: 9, tryLock, now: () => 1_800_000_000_000, onTrouble };
    expect(rotate({ ...rotation, identity: old })).toBe(true);
    writeFileSync(file, '2\n');
    expect(rotate({ ...rotation, identity: old })).toBe(false);
    expect(readdirSync(directory).filter((name) => !name.includes('.lock'))).toEqual([
      `log-2027-01-15T08-00-00.000-${process.pid}.jsonl`,
      'log.jsonl',
    ]);
  });

  test('is left to whoever holds it', () => {
    const file = join(temporaryDirectory(), 'log.jsonl');
    writeFileSync(file, '1\n');
    const held = tryLock(`${file}.lock`);
    expect(rotate({ log: file, keep: 9, tryLock, now: Date.now, onTrouble, identity: identity(file) })).toBe(false);
    held?.release();
    expect(statSync(file).size).toBe(2);
  });
});

function identity(file: string): ReturnType<typeof identityOf> {
  const found = statPath(file);
  if (found === null) throw new Error(`${file} is not there`);
  return identityOf(found);
}
