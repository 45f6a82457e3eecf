import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { race } from '../../../inbox/test/races.ts';
import { storeContract } from '../../../inbox/test/store/store-contract.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { migrate, schemaProblem } from '../../src/database/migrations.ts';
import { PostgresFactStore } from '../../src/facts/postgres-fact-store.ts';
import { type Cluster, NO_POSTGRES, postgresPrograms, startCluster } from '../helpers/postgres.ts';

const KEYS = { sealKey: Buffer.alloc(32) };

const isThere = postgresPrograms() !== null;
if (!isThere) process.stderr.write(`${NO_POSTGRES}\n`);

describe.skipIf(!isThere)('PostgreSQL', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(['fsync=off', 'max_connections=300']);
  });
  afterAll(() => cluster.remove());

  storeContract('PostgresFactStore', async () => {
    const url = await migrated(cluster);
    return {
      open: async (clock) => new PostgresFactStore(database(url), clock === undefined ? {} : { clock }),
    };
  });

  test('64 racers for an ask over four hubs, 20 times: one winner, and one grant for an allow', async () => {
    const url = await migrated(cluster);
    const stores = Array.from({ length: 4 }, () => new PostgresFactStore(database(url)));
    for (let round = 0; round < 20; round++) expect(await race(stores, round)).toBeNull();
  });

  test('a reader that follows the sequence misses nothing, however many write', async () => {
    const url = await migrated(cluster);
    const writers = Array.from({ length: 6 }, () => new PostgresFactStore(database(url)));
    const reader = new PostgresFactStore(database(url));
    let isOver = false;
    const seen = new Set<string>();
    const reading = (async () => {
      for (let last = 0; ; ) {
        const wasOver = isOver;
        const facts = await reader.listSince(last, 100);
        for (const { askId, sequence } of facts) {
          seen.add(askId);
          last = sequence;
        }
        if (facts.length === 0 && wasOver) return;
      }
    })();
    const written = await Promise.all(
      writers.flatMap((store, writer) =>
        Array.from({ length: 150 }, async (_, index) => {
          const id = `${writer}-${index}`;
          if (index % 7 === 0) await new Promise((resolve) => setTimeout(resolve, index));
          await store.putOnce(id, 'ask', new Uint8Array([index]));
          return id;
        }),
      ),
    );
    isOver = true;
    await reading;
    expect(written.filter((id) => !seen.has(id))).toEqual([]);
  });

  test('tables are made once, and a database of a newer caliban is left alone', async () => {
    const url = await cluster.createDatabase();
    const one = database(url);
    expect(await schemaProblem(one)).toMatch(/caliban hub migrate/);
    const done = await Promise.all([migrate(one, KEYS), migrate(database(url), KEYS)]);
    expect(done.map(({ length }) => length).sort()).toEqual([0, 6]);
    expect(await schemaProblem(one)).toBeNull();
    await one.rows(`INSERT INTO migrations (number, name) VALUES (99, 'from the future')`);
    expect(await schemaProblem(one)).toMatch(/newer caliban/);
    await expect(migrate(one, KEYS)).rejects.toThrow(/newer caliban/);
  });

  test('the clock is that of PostgreSQL', async () => {
    const store = new PostgresFactStore(database(await migrated(cluster)));
    const put = await store.putOnce('a', 'ask', new Uint8Array());
    const at = put.kind === 'won' ? put.fact.at : 0;
    expect(Math.abs((await store.now()) - at)).toBeLessThan(60_000);
    expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);
  });
});

async function migrated(cluster: Cluster): Promise<string> {
  const url = await cluster.createDatabase();
  const made = openDatabase({ url, maxConnections: 1 });
  await migrate(made, KEYS);
  await made.close();
  return url;
}

function database(url: string): Database {
  const opened = openDatabase({ url, maxConnections: 3 });
  onTestFinished(() => opened.close());
  return opened;
}
