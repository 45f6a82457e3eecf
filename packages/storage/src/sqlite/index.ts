export type { SqliteDatabase, SqliteOptions, SqliteRow } from './open-sqlite.ts';
export { openSqlite, SqliteError } from './open-sqlite.ts';
