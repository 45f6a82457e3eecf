import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { NO_POSTGRES, postgresPrograms, startCluster } from '../../endurance/shared/postgres.mjs';
import { saveResults, today } from '../save-results.mjs';
import { report } from './report.mjs';

export const HELP = `hub [--quick]            a hub on PostgreSQL: questions, answers, waiting agents and log lines; writes bench/results/hub.{md,json}
                         --quick prints a smaller run and writes nothing`;

const PROGRAM = new URL('../../packages/cli/dist/bundle/caliban.cjs', import.meta.url).pathname;

export async function run(argv) {
  const { values } = parseArgs({ args: argv, options: { quick: { type: 'boolean', default: false } } });
  if (postgresPrograms() === null) return console.error(`hub: ${NO_POSTGRES}`);
  const sizes = values.quick ? [10, 100, 1_000] : [10, 100, 1_000, 10_000];
  const seconds = values.quick ? 3 : 10;
  const [before] = loadavg();
  const place = await Place.start();
  try {
    const flow = await place.questionsAndAnswers({ concurrency: 200, seconds });
    const growth = [];
    for (const size of sizes) growth.push(await place.waitingAgents(size, values.quick ? 50 : 200));
    const log = await place.logLines({ installs: 20, batch: 2_000, seconds });
    const [after] = loadavg();
    const figures = {
      ...{ date: today(), node: process.version, cores: availableParallelism(), load: before, loadAfter: after },
      ...{ postgres: place.version, flow, growth, log },
    };
    const text = report(figures);
    process.stdout.write(text);
    if (!values.quick) saveResults('hub', figures, text);
  } finally {
    await place.end();
  }
}

/** One hub, one PostgreSQL that syncs every commit, and the load generator, all on this machine. */
class Place {
  static async start() {
    const { createSigningKey, migrate, openDatabase, Tokens, tokenSealKey } = await import(
      '../../packages/hub/dist/index.js'
    );
    const place = new Place();
    place.cluster = await startCluster(['max_connections=50']);
    const url = await place.cluster.createDatabase();
    place.database = openDatabase({ url, maxConnections: 2 });
    const { privateKey } = createSigningKey();
    const sealKey = tokenSealKey(privateKey);
    await migrate(place.database, { sealKey });
    const [{ server_version: version }] = await place.database.rows('SHOW server_version');
    place.version = version.split(' ')[0];
    const key = join(place.cluster.directory, 'answer-key.pem');
    writeFileSync(key, privateKey);
    const words = ['serve', '--hub', '--database', url, '--listen', '0', '--answer-key', key, '--json'];
    place.hub = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
    place.url = await new Promise((resolve) =>
      place.hub.stdout.once('data', (text) => resolve(new URL(JSON.parse(text).url))),
    );
    const tokens = new Tokens(place.database, sealKey);
    place.token = async (name, role) => (await tokens.create({ name, role, by: 'bench' })).value;
    place.approver = await place.token('anna', 'approver');
    place.agent = await place.token('agent', 'agent');
    return place;
  }

  sockets = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

  send(token, method, path, body) {
    return new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = { authorization: `Bearer ${token}`, ...(text && { 'content-type': 'application/json' }) };
      const { hostname, port } = this.url;
      const sent = request({ hostname, port, method, path, headers, agent: this.sockets }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) }),
        );
      });
      sent.on('error', reject);
      sent.end(text);
    });
  }

  /** As fast as so many at a time get through: each asks, and each question is answered. */
  async questionsAndAnswers({ concurrency, seconds }) {
    const asked = [];
    const asks = await this.#perSecond(concurrency, seconds, async () => {
      const { id, ask } = newAsk(60_000);
      const { status } = await this.send(this.agent, 'POST', '/api/asks', { id, ask });
      if (status !== 201) throw new Error(`an ask got ${status}`);
      asked.push({ id, hash: ask.hash });
    });
    const all = asked.length;
    const answers = await this.#perSecond(concurrency, seconds, async () => {
      const one = asked.pop();
      if (one === undefined) return false;
      const body = { hash: one.hash, action: 'allow', through: 'bench' };
      const { status } = await this.send(this.approver, 'POST', `/api/asks/${one.id}/answer`, body);
      if (status !== 200) throw new Error(`an answer got ${status}`);
      return true;
    });
    return { concurrency, asks, answers, asked: all };
  }

  async #perSecond(concurrency, seconds, once) {
    const begun = performance.now();
    let count = 0;
    const worker = async () => {
      while (performance.now() - begun < seconds * 1000) {
        if ((await once()) === false) return;
        count++;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    return (count / (performance.now() - begun)) * 1000;
  }

  /** So many agents wait; some of them are answered, one after the other, and hear of it. */
  async waitingAgents(size, answered) {
    const { version } = (await this.send(this.agent, 'GET', '/api/whoami')).body;
    const before = this.#resident();
    const asks = [];
    for (let at = 0; at < size; at += 200)
      await Promise.all(
        Array.from({ length: Math.min(200, size - at) }, async () => {
          const { id, ask } = newAsk(600_000);
          await this.send(this.agent, 'POST', '/api/asks', { id, ask });
          asks.push({ id, hash: ask.hash });
        }),
      );
    const heard = new Map();
    const waits = asks.map(async ({ id }) => {
      for (;;) {
        const { body } = await this.send(this.agent, 'GET', `/api/asks/${id}?wait=25000`);
        if (body.view.state !== 'pending') return heard.set(id, performance.now());
      }
    });
    await sleep(2_000 + size / 5);
    const resident = this.#resident();
    const took = [];
    for (const { id, hash } of asks.slice(0, Math.min(size, answered))) {
      const clicked = performance.now();
      await this.send(this.approver, 'POST', `/api/asks/${id}/answer`, { hash, action: 'allow', through: 'bench' });
      while (!heard.has(id)) await sleep(1);
      took.push(heard.get(id) - clicked);
    }
    for (let at = 0; at < asks.length; at += 200)
      await Promise.all(
        asks
          .slice(at, at + 200)
          .map(({ id, hash }) => this.send(this.agent, 'POST', `/api/asks/${id}/cancel`, { hash })),
      );
    await Promise.all(waits);
    took.sort((one, other) => one - other);
    return {
      ...{ size, version, answered: took.length },
      ...{ p50: took[Math.floor(took.length * 0.5)], p95: took[Math.floor(took.length * 0.95)] },
      bytesPerAgent: Math.max(0, (resident - before) / size),
    };
  }

  async logLines({ installs, batch, seconds }) {
    const { hashesOf } = await import('../../packages/hub/dist/audit/chain.js');
    const line = JSON.stringify({
      ...{ ts: new Date().toISOString(), session_id: 'bench', host: 'codex', workspace: '/srv/app', tool_name: 'Bash' },
      ...{ action: 'allow', outcome: 'allow', input: { command: 'x'.repeat(300) } },
    });
    const workers = await Promise.all(
      Array.from({ length: installs }, async (_, index) => ({
        token: await this.token(`log-${index}`, 'agent'),
        sequence: 0,
        hash: Buffer.alloc(32),
      })),
    );
    const lines = Array.from({ length: batch }, () => line);
    const begun = performance.now();
    let count = 0;
    await Promise.all(
      workers.map(async (worker) => {
        while (performance.now() - begun < seconds * 1000) {
          const after = { sequence: worker.sequence, hash: worker.hash.toString('hex') };
          const { body } = await this.send(worker.token, 'POST', '/api/log', { after, lines });
          if (body.kind !== 'stored') throw new Error(`lines got ${JSON.stringify(body)}`);
          worker.hash = hashesOf(worker, lines).at(-1);
          worker.sequence += batch;
          count += batch;
        }
      }),
    );
    const perSecond = (count / (performance.now() - begun)) * 1000;
    return { installs, batch, perSecond, lineBytes: line.length, countedPerSecond: await this.#countedPerSecond() };
  }

  /** The hub sums lines up after it has stored them. Measured while nothing else comes in. */
  async #countedPerSecond() {
    const left = async () => {
      const [row] = await this.database.rows('SELECT sum(sequence - counted) AS lines FROM installs');
      return Number(row.lines);
    };
    const [begun, before] = [performance.now(), await left()];
    if (before === 0) return null;
    for (;;) {
      await sleep(200);
      const now = await left();
      const seconds = (performance.now() - begun) / 1000;
      if (now === 0 || seconds > 10) return (before - now) / seconds;
    }
  }

  #resident() {
    const [, pages] = readFileSync(`/proc/${this.hub.pid}/statm`, 'utf8').split(' ');
    return Number(pages) * 4096;
  }

  async end() {
    this.sockets.destroy();
    this.hub.kill('SIGKILL');
    await this.database.close();
    await this.cluster.remove();
  }
}

const { boundHash } = await import('../../packages/inbox/dist/index.js').catch(() => ({}));

function newAsk(limitMs) {
  const id = randomUUID();
  const call = {
    ...{
      tool: 'Bash',
      input: { command: 'npm run deploy -- --stage production' },
      cwd: '/srv/app',
      workspace: '/srv/app',
    },
    ...{ session: 'bench', callId: id, policy: 'p' },
  };
  const ask = {
    call,
    hash: boundHash(call).value,
    limitMs,
    lapseMs: 60_000,
    context: { host: 'codex', why: 'no rule allows it' },
  };
  return { id, ask };
}
