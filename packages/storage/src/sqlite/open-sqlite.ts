// An SQLite database in one file, by whichever engine this machine has. Used for our own databases (`openSqlite(file)`) and to
// read those of other agents (`openSqlite(file, { readOnly: true })`). Calls are synchronous. Blobs are `Uint8Array`s.
import { errorText } from '@caliban/calls/text';
import { type SqliteConnection, type SqliteEngine, type SqliteInput, sqliteEngine } from './sqlite-engine.ts';

export type SqliteValue = string | number | bigint | null | Uint8Array;
export type SqliteRow = Readonly<Record<string, SqliteValue>>;

export interface SqliteDatabase {
  readonly engine: SqliteEngine['name'];
  /** Runs any number of statements without values. */
  exec(sql: string): void;
  /** Returns how many rows were changed. */
  run(sql: string, ...values: readonly SqliteInput[]): number;
  rows(sql: string, ...values: readonly SqliteInput[]): readonly SqliteRow[];
  /** Yields one row at a time, for tables that don't fit into memory. */
  iterate(sql: string, ...values: readonly SqliteInput[]): Iterable<SqliteRow>;
  /** Runs `work` atomically, as the only writer. */
  transaction<Value>(work: () => Value): Value;
  /** Closing twice is harmless. */
  close(): void;
}

export type SqliteOptions = {
  readonly readOnly?: boolean;
  /** How long to wait for other writers. */
  readonly busyTimeoutMs?: number;
  readonly engine?: SqliteEngine | null | undefined;
};

/** This machine has no SQLite, or the file can't be opened. */
export class SqliteError extends Error {
  override readonly name = 'SqliteError';
}

export function openSqlite(
  file: string,
  { readOnly = false, busyTimeoutMs = 5_000, engine = sqliteEngine() }: SqliteOptions = {},
): SqliteDatabase {
  if (engine === null) throw new SqliteError(`${file} cannot be opened: ${NO_ENGINE}`);
  let connection: SqliteConnection | undefined;
  try {
    connection = engine.open(file, { readOnly });
    connection.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    // A file that isn't a database is detected by the first statement that reads it.
    connection.prepare('SELECT count(*) FROM sqlite_master').all();
    return new Database(connection, engine.name);
  } catch (error) {
    connection?.close();
    throw new SqliteError(`${file} cannot be opened: ${errorText(error)}`, { cause: error });
  }
}

const NO_ENGINE =
  'this Node has no SQLite; use Node 22.13 or newer, or install the package `libsql`, which npm leaves out where it has no build';

type Statement = ReturnType<SqliteConnection['prepare']>;

class Database implements SqliteDatabase {
  readonly engine: SqliteEngine['name'];
  readonly #connection: SqliteConnection;
  readonly #statements = new Map<string, Statement>();
  #isOpen = true;

  constructor(connection: SqliteConnection, engine: SqliteEngine['name']) {
    this.#connection = connection;
    this.engine = engine;
  }

  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  run(sql: string, ...values: readonly SqliteInput[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  rows(sql: string, ...values: readonly SqliteInput[]): readonly SqliteRow[] {
    return this.#statement(sql)
      .all(...values)
      .map(plainRow);
  }

  *iterate(sql: string, ...values: readonly SqliteInput[]): Iterable<SqliteRow> {
    // Prepared separately: the cached statement may be used again while this one is still being read.
    for (const row of this.#connection.prepare(sql).iterate(...values)) yield plainRow(row);
  }

  transaction<Value>(work: () => Value): Value {
    this.exec('BEGIN IMMEDIATE');
    try {
      const value = work();
      this.exec('COMMIT');
      return value;
    } catch (error) {
      try {
        this.exec('ROLLBACK');
      } catch {
        // SQLite has already rolled back, as it does when the disk is full.
      }
      throw error;
    }
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.clear();
    this.#connection.close();
  }

  #statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** `libsql` returns blobs as `ArrayBuffer`s. */
function plainRow(row: unknown): SqliteRow {
  return Object.fromEntries(
    Object.entries(row as object).map(([name, value]) => [
      name,
      value instanceof ArrayBuffer ? new Uint8Array(value) : value,
    ]),
  );
}
