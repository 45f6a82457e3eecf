// PostgreSQL for the rest of the hub: statements, transactions, and a timeout for both.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type Row = Readonly<Record<string, unknown>>;

export interface Queries {
  rows(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

export interface Database extends Queries {
  /** Committed once this resolves; rolled back if `work` throws. */
  transaction<Value>(work: (queries: Queries) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

/** PostgreSQL can't be reached, or didn't answer in time. The statement may or may not have taken effect. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

export type DatabaseOptions = {
  readonly url: string;
  /** The maximum number of connections. */
  readonly maxConnections?: number;
  readonly statementTimeoutMs?: number;
  /** Called when an idle connection breaks. */
  readonly warn?: (message: string) => void;
};

const DEFAULT_CONNECTIONS = 10;
const DEFAULT_STATEMENT_MS = 10_000;
const CONNECT_MS = 5_000;
/** The server's own statement timeout comes first; this is for a server that no longer responds. */
const GRACE_MS = 2_000;

export function openDatabase(options: DatabaseOptions): Database {
  const { url, maxConnections = DEFAULT_CONNECTIONS, statementTimeoutMs = DEFAULT_STATEMENT_MS, warn } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + GRACE_MS,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    keepAlive: true,
    application_name: 'caliban-hub',
  });
  // Without a listener, a connection that breaks while it is idle would end the process.
  pool.on('error', (error) => warn?.(`a connection to PostgreSQL broke: ${error.message}`));

  return {
    rows: (text, values) => reported(() => rowsOf(pool, text, values)),
    transaction: (work) => reported(() => transaction(pool, work)),
    close: () => pool.end(),
  };
}

async function transaction<Value>(pool: pg.Pool, work: (queries: Queries) => Promise<Value>): Promise<Value> {
  const client = await pool.connect();
  // An unhandled `error` of a client that is in use would end the process; the statement rejects as well.
  const ignore = () => {};
  client.on('error', ignore);
  let isBroken = true;
  try {
    await client.query('BEGIN');
    const value = await work({ rows: (text, values) => rowsOf(client, text, values) });
    await client.query('COMMIT');
    isBroken = false;
    return value;
  } catch (error) {
    isBroken = !(await isRolledBack(client));
    throw error;
  } finally {
    client.off('error', ignore);
    // A connection in an unknown state isn't reused.
    client.release(isBroken);
  }
}

async function isRolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}

async function rowsOf(on: pg.Pool | pg.PoolClient, text: string, values?: readonly unknown[]): Promise<readonly Row[]> {
  const { rows } = await on.query(text, values === undefined ? [] : [...values]);
  return rows;
}

async function reported<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new DatabaseUnavailableError(`PostgreSQL does not answer: ${(error as Error).message}`, { cause: error });
  }
}

/** Classes of SQLSTATE: connection, resources, intervention by an operator. A cancelled statement took too long. */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58']);
const UNAVAILABLE_CODES = new Set(['25P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'ENOTFOUND']);

function isUnavailable(error: unknown): boolean {
  const { code, message = '' } = error as { readonly code?: string; readonly message?: string };
  if (code !== undefined)
    return UNAVAILABLE_CODES.has(code) || (/^[0-9A-Z]{5}$/.test(code) && UNAVAILABLE_CLASSES.has(code.slice(0, 2)));
  // Errors of pg itself: no connection in time, no answer in time, the socket was closed.
  return /timeout|terminated|Connection|ended/i.test(message);
}

/**
 * Retries while PostgreSQL is unavailable, with growing pauses, until the deadline or the signal. For statements that may run
 * twice.
 */
export async function whileAway<Value>(
  work: () => Promise<Value>,
  { patienceMs, signal }: { readonly patienceMs: number; readonly signal?: AbortSignal },
): Promise<Value> {
  const begun = performance.now();
  for (let pause = 50; ; pause = Math.min(pause * 2, 1_000)) {
    try {
      return await work();
    } catch (error) {
      const isOver = performance.now() - begun + pause > patienceMs;
      if (!(error instanceof DatabaseUnavailableError) || isOver || signal?.aborted === true) throw error;
      await sleep(pause * (0.5 + Math.random() / 2));
    }
  }
}
