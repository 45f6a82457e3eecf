import { createRequire } from 'node:module';

/** The common part of `node:sqlite` and `libsql`. */
export type SqliteEngine = {
  readonly name: 'node:sqlite' | 'libsql';
  readonly open: (file: string, options: { readonly readOnly: boolean }) => SqliteConnection;
};

export type SqliteConnection = {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...values: readonly SqliteInput[]): { readonly changes: number | bigint };
    all(...values: readonly SqliteInput[]): unknown[];
    iterate(...values: readonly SqliteInput[]): Iterable<unknown>;
  };
  close(): void;
};

export type SqliteInput = string | number | null | Uint8Array;

/** Node's own SQLite if this Node has it (22.13 and newer), else `libsql`; null if neither exists. */
export function sqliteEngine(): SqliteEngine | null {
  return nodeEngine() ?? libsqlEngine();
}

type NodeSqlite = {
  readonly DatabaseSync: new (file: string, options: { readonly readOnly: boolean }) => SqliteConnection;
};

export function nodeEngine(): SqliteEngine | null {
  const sqlite = withoutExperimentalWarning(() =>
    (process.getBuiltinModule as (name: string) => NodeSqlite | undefined)('node:sqlite'),
  );
  if (sqlite === undefined) return null;
  return { name: 'node:sqlite', open: (file, { readOnly }) => new sqlite.DatabaseSync(file, { readOnly }) };
}

type Libsql = new (file: string) => SqliteConnection;

export function libsqlEngine(): SqliteEngine | null {
  try {
    const Database: Libsql = createRequire(import.meta.url)('libsql');
    // libsql has no read-only option, but it accepts SQLite's URIs.
    return { name: 'libsql', open: (file, { readOnly }) => new Database(readOnly ? readOnlyUri(file) : file) };
  } catch {
    return null;
  }
}

function readOnlyUri(file: string): string {
  return `file:${file.split('/').map(encodeURIComponent).join('/')}?mode=ro`;
}

/** Node prints a warning whenever its SQLite is loaded, and hosts show what a hook writes to standard error. */
function withoutExperimentalWarning<Value>(load: () => Value): Value {
  const { emitWarning } = process;
  process.emitWarning = (() => {}) as typeof emitWarning;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
