import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type AuditLog, type AuditLogOptions, openAuditLog } from '../../../src/audit/write/audit-log.ts';
import { nativeLock } from '../../../src/files/native-lock.ts';
import { at, entry, temporaryDirectory } from '../helpers/entries.ts';
import { canMount, smallDisk } from '../helpers/small-disk.ts';
import { idsIn } from '../helpers/writers.ts';

type Opened = AuditLog & { readonly warnings: string[]; readonly add: (...ids: readonly string[]) => void };

function open(file: string, options: Partial<AuditLogOptions> = {}): Opened {
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  const log = openAuditLog({ file, required: false, version: '0.1.0', warn, ...options });
  onTestFinished(() => log.close());
  return { ...log, warnings, add: (...ids) => ids.forEach((id) => void log.record(entry({ tool_use_id: id }))) };
}

const idsOf = async (log: string) => (await idsIn({ source: { log } })).ids;
const archivesIn = (directory: string) => readdirSync(directory).filter((name) => /^log-.*\.jsonl/.test(name));

describe('the file', () => {
  test('is made with its directories, for its owner alone', () => {
    const directory = temporaryDirectory();
    open(join(directory, 'a', 'b', 'log.jsonl')).add('1');
    const modes = ['a', 'a/b', 'a/b/log.jsonl'].map((name) => statSync(join(directory, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  });

  test('is created again by the first line, not before', () => {
    const file = join(temporaryDirectory(), 'log.jsonl');
    open(file);
    expect(existsSync(file)).toBe(false);
  });

  test('that others could read is closed to them; its content stays', async () => {
    const file = join(temporaryDirectory(), 'log.jsonl');
    writeFileSync(file, at('09:00:00'));
    chmodSync(file, 0o644);
    open(file).add('1');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await idsOf(file)).toEqual(['09:00:00', '1']);
  });

  test('that someone removed or renamed is created again', async () => {
    const file = join(temporaryDirectory(), 'log.jsonl');
    const log = open(file, { maxBytes: 64 });
    log.add('1');
    rmSync(file);
    log.add('2');
    expect(await idsOf(file)).toEqual(['2']);
    renameSync(file, `${file}.old`);
    log.add('3');
    expect(await idsOf(file)).toEqual(['3']);
  });

  test('behind a link stays there, and its archives with it', async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'real'));
    symlinkSync(join(directory, 'real', 'log.jsonl'), join(directory, 'log.jsonl'));
    open(join(directory, 'log.jsonl'), { maxBytes: 500 }).add('1', '2', '3');
    expect(await idsOf(join(directory, 'log.jsonl'))).toEqual(['1', '2', '3']);
    expect(archivesIn(join(directory, 'real')).length).toBeGreaterThan(0);
    expect(readdirSync(directory)).toEqual(['log.jsonl', 'real']);
  });

  test('can be written after closing, too', async () => {
    const file = join(temporaryDirectory(), 'log.jsonl');
    const log = open(file);
    log.add('1');
    log.close();
    log.add('2');
    expect(await idsOf(file)).toEqual(['1', '2']);
  });
});

describe('a torn line', () => {
  test('of somebody who was killed does not swallow the next one', async () => {
    const file = join(temporaryDirectory(), 'log.jsonl');
    writeFileSync(file, `${at('09:00:00')}${at('09:00:01').slice(0, 100)}`);
    open(file).add('1');
    expect(await idsIn({ source: { log: file } })).toEqual({ ids: ['09:00:00', '1'], unreadable: 1 });
  });

  test('of another process, while this one has the log open, swallows nothing either', async () => {
    const file = join(temporaryDirectory(), 'log.jsonl');
    const log = open(file);
    log.add('1');
    appendFileSync(file, at('09:00:01').slice(0, 100));
    log.add('2', '3');
    expect(await idsIn({ source: { log: file } })).toEqual({ ids: ['1', '2', '3'], unreadable: 1 });
  });
});

describe('rotation', () => {
  test('at the given size; no archive is overwritten when the clock stops or is set back', async () => {
    const directory = temporaryDirectory();
    const file = join(directory, 'log.jsonl');
    const times = [1_800_000_000_000, 1_800_000_000_000, 1_800_000_000_000, 1_700_000_000_000];
    let turn = 0;
    const ids = Array.from({ length: 20 }, (_, number) => `${number}`);
    open(file, { maxBytes: 800, now: () => times[turn++ % times.length] as number }).add(...ids);

    expect((await idsOf(file)).sort()).toEqual([...ids].sort());
    const stem = (date: string) => `log-${date}.000-${process.pid}`;
    const names = archivesIn(directory);
    expect(names).toEqual(
      expect.arrayContaining(['.jsonl', '-2.jsonl', '-3.jsonl'].map((end) => stem('2027-01-15T08-00-00') + end)),
    );
    expect(names).toContain(`${stem('2023-11-14T22-13-20')}.jsonl`);
  });

  test('keeps the given number of archives, the newest', async () => {
    const directory = temporaryDirectory();
    const file = join(directory, 'log.jsonl');
    let time = 1_800_000_000_000;
    const log = open(file, { maxBytes: 300, keep: 2, now: () => (time += 1_000) });
    log.add('1', '2', '3', '4', '5', '6', '7', '8');
    expect(archivesIn(directory)).toHaveLength(2);
    expect(await idsOf(file)).toEqual(['6', '7', '8']);
  });

  test('is done, though an old archive cannot be removed', async () => {
    const directory = temporaryDirectory();
    const file = join(directory, 'log.jsonl');
    const stuck = 'log-2020-01-01T00-00-00.000-1.jsonl';
    mkdirSync(join(directory, stuck));
    const log = open(file, { maxBytes: 300, keep: 1, now: () => 1_800_000_000_000 });
    log.add('1', '2');
    expect(archivesIn(directory)).toEqual([stuck, `log-2027-01-15T08-00-00.000-${process.pid}.jsonl`]);
    expect(log.warnings).toHaveLength(1);
    expect(log.warnings[0]).toContain(`${file} was rotated, but its oldest archives cannot be removed: `);
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  test('waits for no one: while the lock is held, lines go to the same file', async () => {
    const directory = temporaryDirectory();
    const file = join(directory, 'log.jsonl');
    const held = nativeLock()?.(`${file}.lock`);
    expect(held).toBeTruthy();
    const log = open(file, { maxBytes: 300 });
    log.add('1', '2', '3');
    expect(archivesIn(directory)).toEqual([]);
    held?.release();
    log.add('4', '5');
    expect(archivesIn(directory).length).toBeGreaterThan(0);
    expect(await idsOf(file)).toEqual(['1', '2', '3', '4', '5']);
    expect(log.warnings).toEqual([]);
  });

  test('that is not possible is reported once, and nothing is lost', async () => {
    const file = join(temporaryDirectory(), 'log.jsonl');
    mkdirSync(`${file}.lock`);
    const log = open(file, { maxBytes: 300 });
    log.add('1', '2', '3');
    expect(log.warnings).toEqual([
      `the decision log ${file} cannot be rotated and keeps growing: a directory is in its place`,
    ]);
    expect(await idsOf(file)).toEqual(['1', '2', '3']);
  });
});

describe('a log that cannot be written', () => {
  const refused = (file: string, why: string) => `the decision log ${file} cannot be written: ${why}`;

  test('warns once and continues', () => {
    const file = join(temporaryDirectory(), 'log.jsonl');
    mkdirSync(file);
    const log = open(file);
    log.add('1', '2');
    expect(log.warnings).toEqual([`${refused(file, 'a directory is in its place')}; calls continue unlogged`]);
  });

  test('throws with the true cause when it is required', () => {
    const file = join(temporaryDirectory(), 'log.jsonl');
    mkdirSync(file);
    const log = open(file, { required: true });
    expect(() => log.add('1')).toThrow(refused(file, 'a directory is in its place'));
    expect(log.warnings).toEqual([]);
  });

  test('because a file is in place of its directory', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'state'), '');
    const file = join(directory, 'state', 'log.jsonl');
    expect(() => open(file, { required: true }).add('1')).toThrow(
      refused(file, 'a part of the path is not a directory'),
    );
  });

  test('because it is not a file', () => {
    expect(() => open('/dev/null', { required: true }).add('1')).toThrow('not a regular file');
  });

  test('is written again once it can be', async () => {
    const file = join(temporaryDirectory(), 'log.jsonl');
    mkdirSync(file);
    const log = open(file);
    log.add('1');
    rmSync(file, { recursive: true });
    log.add('2');
    expect(await idsOf(file)).toEqual(['2']);
  });

  test.skipIf(process.getuid?.() === 0)(
    'because its directory is read-only (not for root, who may all the same)',
    () => {
      const directory = temporaryDirectory();
      chmodSync(directory, 0o500);
      onTestFinished(() => chmodSync(directory, 0o700));
      expect(() => open(join(directory, 'log.jsonl'), { required: true }).add('1')).toThrow('permission denied');
    },
  );

  test.skipIf(!canMount)('because its file system is read-only (needs root and mount)', () => {
    const { directory, remount } = smallDisk('size=1m');
    remount('ro');
    const file = join(directory, 'log.jsonl');
    expect(() => open(file, { required: true }).add('1')).toThrow(refused(file, 'the file system is read-only'));
  });

  test.skipIf(!canMount)(
    'because the disk is full: no half line swallows a whole one (needs root and mount)',
    async () => {
      const { directory, remount } = smallDisk('size=64k');
      const file = join(directory, 'log.jsonl');
      const log = open(file, { required: true });
      const other = open(file);
      const written: string[] = [];
      expect(() => {
        for (let number = 0; ; number++) {
          log.add(`${number}`);
          written.push(`${number}`);
        }
      }).toThrow('the disk is full');
      other.add('unlogged');
      expect(other.warnings).toEqual([
        `${refused(file, 'the disk is full; free some space')}; calls continue unlogged`,
      ]);
      expect(readFileSync(file, 'utf8').endsWith('\n')).toBe(false);

      remount('size=1m');
      log.add('after');
      other.add('too');
      expect(await idsIn({ source: { log: file } })).toEqual({ ids: [...written, 'after', 'too'], unreadable: 1 });
    },
  );
});
