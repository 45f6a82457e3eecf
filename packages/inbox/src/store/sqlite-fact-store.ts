import {
  openSqlite,
  type SqliteDatabase,
  SqliteError,
  type SqliteOptions,
  type SqliteRow,
} from '@caliban/storage/sqlite';
import type { Fact, FactKind, FactStore, Put } from './fact-store.ts';

export type SqliteFactStoreOptions = Pick<SqliteOptions, 'engine' | 'busyTimeoutMs'> & {
  readonly clock?: () => number;
};

/** One file. Several processes may write it; the primary key decides who was first. */
export class SqliteFactStore implements FactStore {
  readonly #database: SqliteDatabase;
  readonly #clock: () => number;

  /** Throws a `SqliteError` if the file can't be opened, or was written by a newer caliban. */
  constructor(file: string, { clock = Date.now, ...options }: SqliteFactStoreOptions = {}) {
    this.#clock = clock;
    this.#database = openSqlite(file, options);
    try {
      prepare(this.#database, file);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  async putOnce(askId: string, kind: FactKind, bytes: Uint8Array): Promise<Put> {
    const [written] = this.#database.rows(INSERT, askId, kind, bytes, this.#clock());
    if (written !== undefined) return { kind: 'won', fact: factOf(written) };
    const [existing] = this.#database.rows(ONE, askId, kind);
    if (existing === undefined) throw new SqliteError(`the ${kind} of ${askId} was neither written nor there`);
    return { kind: 'lost', existing: factOf(existing) };
  }

  async factsOf(askId: string): Promise<readonly Fact[]> {
    return this.#database.rows(ALL_OF, askId).map(factOf);
  }

  async listSince(sequence: number, limit: number): Promise<readonly Fact[]> {
    return this.#database.rows(SINCE, sequence, limit).map(factOf);
  }

  async listUnanswered(limit: number): Promise<readonly Fact[]> {
    return this.#database.rows(UNANSWERED, limit).map(factOf);
  }

  async lastSequence(): Promise<number> {
    return Number(this.#database.rows(LAST)[0]?.last ?? 0);
  }

  async now(): Promise<number> {
    return this.#clock();
  }

  async close(): Promise<void> {
    this.#database.close();
  }
}

/** Incremented with every change of the tables. */
const SCHEMA_VERSION = 1;

function prepare(database: SqliteDatabase, file: string): void {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.transaction(() => {
    const [row] = database.rows('PRAGMA user_version');
    const version = Number(row?.user_version);
    if (version > SCHEMA_VERSION) {
      throw new SqliteError(`${file} was written by a newer caliban; start that one, or set another state directory`);
    }
    if (version === 0) database.exec(`${TABLES}; PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
}

// AUTOINCREMENT: a sequence number is never reused, even after rows were deleted.
const TABLES = `
CREATE TABLE facts (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  ask_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  bytes BLOB NOT NULL,
  at REAL NOT NULL,
  UNIQUE (ask_id, kind)
) STRICT`;

const COLUMNS = 'sequence, ask_id, kind, bytes, at';
// Node 22 binds an empty array as NULL.
const INSERT = `INSERT INTO facts (ask_id, kind, bytes, at) VALUES (?, ?, coalesce(?, zeroblob(0)), ?) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`;
const ONE = `SELECT ${COLUMNS} FROM facts WHERE ask_id = ? AND kind = ?`;
const ALL_OF = `SELECT ${COLUMNS} FROM facts WHERE ask_id = ? ORDER BY sequence`;
const SINCE = `SELECT ${COLUMNS} FROM facts WHERE sequence > ? ORDER BY sequence LIMIT ?`;
const LAST = 'SELECT max(sequence) AS last FROM facts';
const UNANSWERED = `SELECT ${COLUMNS} FROM facts AS asks WHERE kind = 'ask'
  AND NOT EXISTS (SELECT 1 FROM facts WHERE ask_id = asks.ask_id AND kind = 'answer') ORDER BY sequence LIMIT ?`;

function factOf({ sequence, ask_id, kind, bytes, at }: SqliteRow): Fact {
  return {
    sequence: Number(sequence),
    askId: String(ask_id),
    kind: kind as FactKind,
    bytes: bytes as Uint8Array,
    at: Number(at),
  };
}
