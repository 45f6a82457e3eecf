import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MemoryFactStore } from '../src/store/memory-fact-store.ts';
import { SqliteFactStore } from '../src/store/sqlite-fact-store.ts';
import { race } from './races.ts';

test('64 racers for an ask, 9,500 times in memory', { timeout: 600_000 }, async () => {
  for (let round = 0; round < 9_500; round++) {
    expect(await race([new MemoryFactStore()], round)).toBeNull();
  }
});

test('64 racers for an ask over four connections to one SQLite file, 500 times', { timeout: 600_000 }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'caliban-races-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const stores = Array.from({ length: 4 }, () => new SqliteFactStore(join(directory, 'inbox.db')));
  for (let round = 0; round < 500; round++) expect(await race(stores, round)).toBeNull();
  for (const store of stores) await store.close();
});
