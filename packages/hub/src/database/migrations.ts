// The tables of the hub. A released migration is never changed: later changes are new migrations at the end.

import { sealTokens } from '../identity/tokens.ts';
import type { Database, Queries } from './database.ts';

export type MigrationKeys = { readonly sealKey: Buffer };

type Migration = {
  readonly name: string;
  readonly sql: string;
  readonly afterwards?: (queries: Queries, keys: MigrationKeys) => Promise<void>;
};

const MIGRATIONS: readonly Migration[] = [
  {
    name: 'questions',
    sql: `
      CREATE TABLE facts (
        sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        ask_id text COLLATE "C" NOT NULL,
        kind text COLLATE "C" NOT NULL,
        bytes bytea NOT NULL,
        at double precision NOT NULL,
        UNIQUE (ask_id, kind)
      );
      -- Asks without an answer, so that the list of open questions doesn't grow slower with every answered one.
      CREATE TABLE open_asks (
        ask_id text COLLATE "C" PRIMARY KEY,
        sequence bigint NOT NULL
      );`,
  },
  {
    name: 'tokens',
    sql: `
      CREATE TABLE tokens (
        id text COLLATE "C" PRIMARY KEY,
        secret_hash bytea NOT NULL,
        name text COLLATE "C" NOT NULL,
        role text COLLATE "C" NOT NULL CHECK (role IN ('agent', 'approver', 'admin')),
        owner text COLLATE "C" NOT NULL,
        team text COLLATE "C" NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL DEFAULT now(),
        created_by text COLLATE "C" NOT NULL,
        expires_at timestamptz,
        revoked_at timestamptz
      );
      CREATE UNIQUE INDEX tokens_of_one_name ON tokens (name) WHERE revoked_at IS NULL;`,
  },
  {
    name: 'policies',
    sql: `
      CREATE TABLE policies (
        version integer PRIMARY KEY CHECK (version > 0),
        bundle text NOT NULL,
        pushed_at timestamptz NOT NULL DEFAULT now(),
        pushed_by text COLLATE "C" NOT NULL,
        note text NOT NULL DEFAULT ''
      );`,
  },
  {
    name: 'decision logs',
    sql: `
      CREATE TABLE installs (
        install text COLLATE "C" PRIMARY KEY,
        team text COLLATE "C" NOT NULL DEFAULT '',
        details jsonb NOT NULL DEFAULT '{}',
        seen_at timestamptz NOT NULL DEFAULT now(),
        policy_version integer,
        sequence bigint NOT NULL DEFAULT 0,
        hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
        -- What is older was deleted by the retention: the chain begins here.
        first_sequence bigint NOT NULL DEFAULT 1,
        first_previous bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex')
      );
      CREATE TABLE log_lines (
        install text COLLATE "C" NOT NULL,
        sequence bigint NOT NULL,
        at timestamptz NOT NULL,
        line text NOT NULL,
        hash bytea NOT NULL,
        PRIMARY KEY (install, sequence)
      );
      CREATE INDEX log_lines_by_time ON log_lines (at, install, sequence);
      CREATE TABLE log_gaps (
        install text COLLATE "C" NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        sequence bigint NOT NULL,
        what text NOT NULL
      );`,
  },
  {
    name: 'sums of decisions',
    sql: `
      -- Lines up to this sequence are in the sums below.
      ALTER TABLE installs ADD COLUMN counted bigint NOT NULL DEFAULT 0;
      CREATE TABLE decision_sums (
        install text COLLATE "C" NOT NULL,
        hour timestamptz NOT NULL,
        project text COLLATE "C" NOT NULL,
        allowed integer NOT NULL,
        asked integer NOT NULL,
        denied integer NOT NULL,
        left_to_agent integer NOT NULL,
        PRIMARY KEY (hour, install, project)
      );
      CREATE TABLE session_sums (
        install text COLLATE "C" NOT NULL,
        session text COLLATE "C" NOT NULL,
        project text COLLATE "C" NOT NULL,
        host text NOT NULL,
        first_at timestamptz NOT NULL,
        last_at timestamptz NOT NULL,
        first_sequence bigint NOT NULL,
        last_sequence bigint NOT NULL,
        allowed integer NOT NULL,
        asked integer NOT NULL,
        denied integer NOT NULL,
        left_to_agent integer NOT NULL,
        PRIMARY KEY (install, session)
      );
      CREATE INDEX session_sums_by_time ON session_sums (last_at);
      CREATE TABLE question_sums (
        install text COLLATE "C" NOT NULL,
        hour timestamptz NOT NULL,
        project text COLLATE "C" NOT NULL,
        session text COLLATE "C" NOT NULL,
        tool text COLLATE "C" NOT NULL,
        call text COLLATE "C" NOT NULL,
        asked integer NOT NULL,
        allowed integer NOT NULL,
        denied integer NOT NULL,
        PRIMARY KEY (hour, install, project, session, tool, call)
      );
      CREATE INDEX question_sums_by_session ON question_sums (install, session);
      -- Of all agents, for what was always answered alike.
      CREATE TABLE answer_sums (
        tool text COLLATE "C" NOT NULL,
        call text COLLATE "C" NOT NULL,
        allowed bigint NOT NULL,
        denied bigint NOT NULL,
        PRIMARY KEY (tool, call)
      );
      CREATE TABLE rule_sums (
        install text COLLATE "C" NOT NULL,
        day timestamptz NOT NULL,
        project text COLLATE "C" NOT NULL,
        action text COLLATE "C" NOT NULL,
        pattern text COLLATE "C" NOT NULL,
        hits integer NOT NULL,
        PRIMARY KEY (day, install, project, action, pattern)
      );`,
  },
  {
    name: 'sealed tokens',
    sql: 'ALTER TABLE tokens ADD COLUMN seal bytea;',
    afterwards: (queries, { sealKey }) => sealTokens(queries, sealKey),
  },
];

/** For `pg_advisory_lock`: one program migrates at a time. */
const MIGRATION_LOCK = 7_216_001;

/** Throws where the database was made by a newer caliban. Returns what was done, by name. */
export async function migrate(database: Database, keys: MigrationKeys): Promise<readonly string[]> {
  return database.transaction(async (queries) => {
    await queries.rows('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await queries.rows(`CREATE TABLE IF NOT EXISTS migrations (
      number integer PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now())`);
    const done = await doneIn(queries);
    const missing = MIGRATIONS.slice(done);
    for (const [index, { name, sql, afterwards }] of missing.entries()) {
      await queries.rows(sql);
      await afterwards?.(queries, keys);
      await queries.rows('INSERT INTO migrations (number, name) VALUES ($1, $2)', [done + index + 1, name]);
    }
    return missing.map(({ name }) => name);
  });
}

/** Null: the tables match this program. */
export async function schemaProblem(database: Database): Promise<string | null> {
  const [found] = await database.rows(`SELECT to_regclass('migrations') IS NOT NULL AS "isThere"`);
  const done = found?.isThere === true ? await countDone(database) : 0;
  if (done === MIGRATIONS.length) return null;
  return done > MIGRATIONS.length ? NEWER : 'the database has no tables yet, or older ones; run `caliban hub migrate`';
}

const NEWER = 'the database was made by a newer caliban; update this one';

async function doneIn(queries: Queries): Promise<number> {
  const done = await countDone(queries);
  if (done > MIGRATIONS.length) throw new Error(NEWER);
  return done;
}

async function countDone(queries: Queries): Promise<number> {
  const [row] = await queries.rows('SELECT count(*)::integer AS done FROM migrations');
  return Number(row?.done);
}
