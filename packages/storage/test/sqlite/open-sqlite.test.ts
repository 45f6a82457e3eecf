import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../src/sqlite/open-sqlite.ts';
import { libsqlEngine, nodeEngine, type SqliteEngine } from '../../src/sqlite/sqlite-engine.ts';

const ENGINES = [nodeEngine(), libsqlEngine()].filter((engine): engine is SqliteEngine => engine !== null);

test('this machine has an engine', () => {
  expect(ENGINES).not.toEqual([]);
});

describe.each(ENGINES.map((engine) => [engine.name, engine] as const))('%s', (_, engine) => {
  test('rows have plain values, whichever way they are read', () => {
    const database = openSqlite(newFile(), { engine });
    onTestFinished(() => database.close());
    database.exec('CREATE TABLE t (i INTEGER, r REAL, s TEXT, b BLOB, n TEXT)');
    expect(database.run('INSERT INTO t VALUES (?, ?, ?, ?, ?)', 7, 1.5, 'ä', new Uint8Array([0, 255]), null)).toBe(1);
    const row = { i: 7, r: 1.5, s: 'ä', b: new Uint8Array([0, 255]), n: null };
    const read = [...database.rows('SELECT * FROM t'), ...database.iterate('SELECT * FROM t WHERE i = ?', 7)];
    expect(read.map((each) => ({ ...each, b: new Uint8Array(each.b as Uint8Array) }))).toEqual([row, row]);
    expect(database.rows('SELECT * FROM t WHERE i = 8')).toEqual([]);
  });

  test('a transaction that throws changes nothing', () => {
    const database = openSqlite(newFile(), { engine });
    onTestFinished(() => database.close());
    database.exec('CREATE TABLE t (i INTEGER)');
    const work = () => {
      database.run('INSERT INTO t VALUES (1)');
      throw new Error('changed my mind');
    };
    expect(() => database.transaction(work)).toThrow('changed my mind');
    expect(database.rows('SELECT * FROM t')).toEqual([]);
  });

  test('opened to be read, a file is not written and not made', () => {
    const file = newFile(' with % and ?');
    expect(() => openSqlite(file, { engine, readOnly: true })).toThrow(`${file} cannot be opened`);
    const writer = openSqlite(file, { engine });
    writer.exec('CREATE TABLE t (i INTEGER); INSERT INTO t VALUES (3)');
    writer.close();
    const reader = openSqlite(file, { engine, readOnly: true });
    onTestFinished(() => reader.close());
    expect(reader.rows('SELECT i FROM t')).toEqual([{ i: 3 }]);
    expect(() => reader.run('INSERT INTO t VALUES (4)')).toThrow(/readonly/);
  });
});

test('no engine: what to do is said', () => {
  expect(() => openSqlite('/tmp/x.db', { engine: null })).toThrow(
    '/tmp/x.db cannot be opened: this Node has no SQLite; use Node 22.13 or newer, or install the package `libsql`',
  );
});

function newFile(suffix = ''): string {
  const directory = mkdtempSync(join(tmpdir(), 'caliban-sqlite-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, `a${suffix}.db`);
}
