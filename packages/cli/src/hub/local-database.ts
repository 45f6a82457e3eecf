import type { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { FailedError } from '../command-line/problems.ts';

export type LocalDatabaseParts = {
  readonly spawn: typeof spawnSync;
  readonly say: (line: string) => void;
};

/**
 * Sets up PostgreSQL on a Debian machine: installs it if missing, starts its cluster, creates our role and database. Returns the URL.
 * Needs root.
 */
export function localDatabase({ spawn, say }: LocalDatabaseParts): string {
  if (process.getuid?.() !== 0)
    throw new FailedError(
      '--local sets up PostgreSQL, which only root may do; run it with sudo, or give --database URL',
    );
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };
  const run = (program: string, args: readonly string[], input = '') =>
    spawn(program, [...args], { env, input, encoding: 'utf8', timeout: 600_000, cwd: '/' });

  if (run('sh', ['-c', 'command -v pg_ctlcluster']).status !== 0) {
    if (run('sh', ['-c', 'command -v apt-get']).status !== 0)
      throw new FailedError('PostgreSQL is not here and this is not Debian; install it and give --database URL');
    say('installing PostgreSQL');
    const install = () => run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', 'postgresql']);
    const first = install();
    if (first.status !== 0) run('apt-get', ['-qq', 'update']);
    const installed = first.status === 0 ? first : install();
    if (installed.status !== 0) throw new FailedError(`apt-get can't install PostgreSQL: ${installed.stderr.trim()}`);
  }
  const [version, cluster, port, state] = clusterOf(run('pg_lsclusters', ['--no-header']).stdout);
  if (state !== 'online') {
    say(`starting PostgreSQL ${version}`);
    const started = run('pg_ctlcluster', [version, cluster, 'start']);
    if (started.status !== 0) throw new FailedError(`PostgreSQL does not start: ${started.stderr.trim()}`);
  }
  const password = randomBytes(24).toString('base64url');
  const sql = (statement: string, database = 'postgres') =>
    run('runuser', ['-u', 'postgres', '--', 'psql', '-p', port, '-v', 'ON_ERROR_STOP=1', '-qAt', database], statement);
  const statements = [
    `DO $$ BEGIN CREATE ROLE caliban LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;`,
    `ALTER ROLE caliban PASSWORD '${password}';`,
    `SELECT 'CREATE DATABASE caliban OWNER caliban' WHERE NOT EXISTS (SELECT 1 FROM pg_database WHERE datname = 'caliban') \\gexec`,
  ];
  const made = sql(statements.join('\n'));
  if (made.status !== 0) throw new FailedError(`PostgreSQL refuses: ${made.stderr.trim()}`);
  say('made the role and the database `caliban`');
  return `postgres://caliban:${password}@127.0.0.1:${port}/caliban`;
}

function clusterOf(listed: string): readonly [string, string, string, string] {
  const rows = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const row = rows.find(([, , , state]) => state === 'online') ?? rows.find(([version]) => version !== '');
  const [version, cluster, port, state] = row ?? [];
  if (version === undefined || cluster === undefined || port === undefined || state === undefined)
    throw new FailedError('PostgreSQL has no cluster here; make one with `pg_createcluster`, or give --database URL');
  return [version, cluster, port, state];
}
