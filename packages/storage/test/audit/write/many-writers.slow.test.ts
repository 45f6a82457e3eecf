import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compressArchives } from '../../../src/audit/write/compress-archives.ts';
import { temporaryDirectory } from '../helpers/entries.ts';
import { finish, firstWord, idsIn, startWriter } from '../helpers/writers.ts';

describe('many processes', () => {
  test('8 × 20,000 lines, rotated at 1 MiB and compressed meanwhile: every line exactly once', {
    timeout: 120_000,
  }, async () => {
    const directory = temporaryDirectory();
    const file = join(directory, 'state', 'permission-decisions.jsonl');
    const names = Array.from({ length: 8 }, (_, number) => `w${number}`);
    const shared = { file, lines: 20_000, maxBytes: 1024 * 1024, settleMs: 1_000 };
    const ends = await Promise.all(
      names.map((writer, number) => finish(startWriter({ ...shared, writer, lingerMs: number === 0 ? 5_000 : 0 }))),
    );
    expect(ends.map(({ code, said }) => [code, said])).toEqual(ends.map(() => [0, 'started\n{"warnings":[]}\n']));

    const { ids, unreadable } = await idsIn({ source: { log: file } });
    expect(unreadable).toBe(0);
    expect(ids.length).toBe(160_000);
    expect(new Set(ids)).toEqual(
      new Set(names.flatMap((name) => Array.from({ length: 20_000 }, (_, number) => `${name}-${number}`))),
    );

    const isCompressed = (name: string) => name.endsWith('.gz');
    // How many the writers got to is a matter of how busy the machine is; whoever comes next compresses the rest.
    expect(readdirSync(join(directory, 'state')).some(isCompressed)).toBe(true);
    await compressArchives(file, { settleMs: 0, signal: new AbortController().signal });

    const files = readdirSync(join(directory, 'state'));
    const archives = files.filter((name) => /^permission-decisions-.*\.jsonl(\.gz)?$/.test(name));
    expect(archives.length).toBeGreaterThan(20);
    expect(archives.filter(isCompressed)).toHaveLength(archives.length - 1);
    const plain = archives
      .filter((name) => !name.endsWith('.gz'))
      .map((name) => statSync(join(directory, 'state', name)));
    expect(Math.max(...plain.map(({ size }) => size))).toBeLessThan(3 * 1024 * 1024);
    expect(files.filter((name) => name.endsWith('.draft'))).toEqual([]);
    for (const name of [...archives, 'permission-decisions.jsonl']) {
      expect([name, statSync(join(directory, 'state', name)).mode & 0o777]).toEqual([name, 0o600]);
    }
    expect(statSync(join(directory, 'state')).mode & 0o777).toBe(0o700);
  });

  test('killed while writing: what others write stays whole', async () => {
    const file = join(temporaryDirectory(), 'permission-decisions.jsonl');
    const shared = { file, maxBytes: 1024 * 1024, padding: 8_000 };
    const steady = finish(startWriter({ ...shared, writer: 'steady', lines: 4_000 }));
    for (let round = 0; round < 12; round++) {
      const victim = startWriter({ ...shared, writer: `victim${round}`, lines: 1_000_000 });
      await firstWord(victim);
      await new Promise((done) => setTimeout(done, round * 7));
      const killed = finish(victim);
      victim.kill('SIGKILL');
      await killed;
    }
    expect(await steady).toMatchObject({ code: 0 });

    const { ids, unreadable } = await idsIn({ source: { log: file } });
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.startsWith('steady-'))).toHaveLength(4_000);
    // At most the line a victim was killed in.
    expect(unreadable).toBeLessThanOrEqual(12);
    for (let round = 0; round < 12; round++) {
      const numbers = ids.filter((id) => id.startsWith(`victim${round}-`)).map((id) => Number(id.split('-')[1]));
      expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index));
    }
  });

  test('processes that write one line each rotate too', async () => {
    const directory = temporaryDirectory();
    const file = join(directory, 'log.jsonl');
    for (let number = 0; number < 6; number++) {
      await finish(startWriter({ file, writer: `one${number}`, lines: 1, maxBytes: 700 }));
    }
    expect((await idsIn({ source: { log: file } })).ids).toEqual([0, 1, 2, 3, 4, 5].map((number) => `one${number}-0`));
    expect(readdirSync(directory).filter((name) => name.startsWith('log-')).length).toBeGreaterThan(0);
  });
});
