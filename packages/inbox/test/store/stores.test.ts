import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@caliban/storage/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { MemoryFactStore } from '../../src/store/memory-fact-store.ts';
import { SqliteFactStore } from '../../src/store/sqlite-fact-store.ts';
import { bytes, storeContract } from './store-contract.ts';

storeContract('memory', async () => {
  let clock: () => number = Date.now;
  const shared = new MemoryFactStore({ clock: () => clock() });
  return {
    open: async (given = Date.now) => {
      clock = given;
      return shared;
    },
  };
});

storeContract('SQLite', async () => {
  const file = join(directory(), 'inbox.db');
  return { open: async (clock = Date.now) => new SqliteFactStore(file, { clock }) };
});

test('a database of a newer caliban is left alone', () => {
  const file = join(directory(), 'inbox.db');
  const database = openSqlite(file);
  database.exec('PRAGMA user_version = 99');
  database.close();
  expect(() => new SqliteFactStore(file)).toThrow(`${file} was written by a newer caliban`);
});

test('a file that is not a database is not touched', () => {
  const file = join(directory(), 'inbox.db');
  writeFileSync(file, 'not a database, but more than a hundred bytes of text '.repeat(20));
  expect(() => new SqliteFactStore(file)).toThrow(/inbox\.db cannot be opened: .*not a database/);
});

test('facts are there after the store is opened again', async () => {
  const file = join(directory(), 'inbox.db');
  const first = new SqliteFactStore(file);
  await first.putOnce('a', 'ask', bytes('x'));
  await first.close();
  const second = new SqliteFactStore(file);
  expect(await second.factsOf('a')).toMatchObject([{ askId: 'a', kind: 'ask', bytes: bytes('x') }]);
  await second.close();
});

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), 'caliban-store-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}
