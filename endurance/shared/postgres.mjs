// A PostgreSQL of our own: a cluster in a temporary directory, one database for each test or bench that wants one.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../packages/hub/dist/index.js';

/** Where Debian and most others put the programs. Null: PostgreSQL is not installed. */
function postgresPrograms() {
  const root = '/usr/lib/postgresql';
  return (
    [
      ...(existsSync(root) ? readdirSync(root).sort((one, other) => Number(other) - Number(one)) : []).map((version) =>
        join(root, version, 'bin'),
      ),
      '/usr/bin',
      '/usr/local/bin',
    ].find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres'))) ?? null
  );
}
const NO_POSTGRES = 'PostgreSQL is not installed, so nothing about the hub is tested; Debian has it as `postgresql`';
/** It refuses to run as root. */
function asPostgres() {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return {
    uid: idOf('-u'),
    gid: idOf('-g'),
  };
}
/** `log` is where PostgreSQL writes ahead, if not among its data. `env` is added to that of the server. */
async function startCluster(settings = [], { directory = newDirectory(), log = null, env: more = {} } = {}) {
  const bin = postgresPrograms();
  if (bin === null) throw new Error(NO_POSTGRES);
  const user = asPostgres();
  mkdirSync(directory, { recursive: true });
  const own = [directory, ...(log === null ? [] : [log])];
  if (user.uid !== undefined) execFileSync('chown', [`${user.uid}:${user.gid}`, ...own]);
  const data = join(directory, 'data');
  const env = {
    ...process.env,
    LC_ALL: 'C.UTF-8',
    HOME: directory,
  };
  const place = ['-D', data, ...(log === null ? [] : ['-X', join(log, 'wal'), '--wal-segsize=1'])];
  execFileSync(join(bin, 'initdb'), [...place, '-U', 'caliban', '-A', 'trust', '--no-sync', '-E', 'UTF8'], {
    ...user,
    env,
    stdio: 'ignore',
    cwd: directory,
  });
  const port = await freePort();
  let server = await launched();
  let databases = 0;
  return {
    directory,
    port,
    async createDatabase() {
      const name = `test_${process.pid}_${databases++}`;
      await onServer(`CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    async kill() {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      for (const pid of childrenOf(server.pid)) killQuietly(pid);
      server.kill('SIGKILL');
      await gone;
      rmSync(join(data, 'postmaster.pid'), { force: true });
    },
    async start() {
      server = await launched();
    },
    /** It ends by itself where it can't write ahead. */
    hasEnded: () => server.exitCode !== null || server.signalCode !== null,
    pids: () => childrenOf(server.pid),
    async remove() {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGINT');
        await gone;
      }
      rmSync(directory, {
        recursive: true,
        force: true,
      });
    },
  };
  async function launched() {
    const options = [
      ...['-D', data, '-p', String(port), '-k', directory, '-h', '127.0.0.1'],
      ...settings.flatMap((setting) => ['-c', setting]),
    ];
    const process_ = spawn(join(bin, 'postgres'), options, {
      ...user,
      env: { ...env, ...more },
      stdio: 'ignore',
      cwd: directory,
    });
    for (let attempt = 0; ; attempt++)
      try {
        await onServer('SELECT 1');
        return process_;
      } catch (error) {
        if (attempt > 300 || process_.exitCode !== null) throw error;
        await sleep(50);
      }
  }
  function urlOf(database) {
    return `postgres://caliban@127.0.0.1:${port}/${database}`;
  }
  async function onServer(statement) {
    const database = openDatabase({ url: urlOf('postgres'), maxConnections: 1, warn: () => {} });
    try {
      await database.rows(statement);
    } finally {
      await database.close();
    }
  }
}
function newDirectory() {
  return mkdtempSync(join(tmpdir(), 'caliban-postgres-'));
}
function childrenOf(pid) {
  try {
    return execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
      .filter((text) => text !== '')
      .map(Number);
  } catch {
    return [];
  }
}
function killQuietly(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export { NO_POSTGRES, postgresPrograms, startCluster };
