// `npm run soak:hub`: agents, people, hubs and PostgreSQL, any of which may be killed, stopped, cut off, without space or with a clock
// that jumps at any moment. Afterwards the histories are compared: what agents ran, what people were told, what the database has, and
// what the logs said.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { answerVerifier, hubClient } from '../../packages/hub/dist/exports/client.js';
import {
  createSigningKey,
  migrate,
  openDatabase,
  Tokens,
  tokenSealKey,
  uploadLog,
} from '../../packages/hub/dist/index.js';
import { boundHash, UnreachableError, waitForAnswer } from '../../packages/inbox/dist/index.js';
import { readNewLines } from '../../packages/storage/dist/exports/audit.js';
import { writeAtomically } from '../../packages/storage/dist/exports/files.js';
import { NO_POSTGRES, postgresPrograms, startCluster } from '../shared/postgres.mjs';
import { table } from '../shared/table.mjs';
import { findBreaches } from './find-breaches.mjs';
import { jumpingClocks, makeTrouble, smallDisks } from './trouble.mjs';
import { unreliableLink } from './unreliable-link.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    agents: { type: 'string', default: '12' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log('node endurance/hub/run.mjs [--seconds N] [--agents N]');
  process.exit(0);
}
if (postgresPrograms() === null) {
  console.log(NO_POSTGRES);
  process.exit(69);
}

const PROGRAM = new URL('../../packages/cli/dist/bundle/caliban.cjs', import.meta.url).pathname;
const root = mkdtempSync(join(tmpdir(), 'caliban-hub-soak-'));
const end = performance.now() + Number(values.seconds) * 1000;
const isOver = () => performance.now() >= end;
const breaches = [];
const counts = { asks: 0, ran: 0, denied: 0, expired: 0, other: 0, answers: 0, lines: 0 };

const disks = smallDisks(root);
const clocks = jumpingClocks(root);
const cluster = await startCluster(['max_connections=200', 'max_wal_size=8MB', 'min_wal_size=2MB'], {
  ...(disks === null ? {} : { directory: join(disks.data, 'postgres'), log: disks.wal }),
  env: clocks.ofDatabase,
});
const databaseUrl = await cluster.createDatabase();
const database = openDatabase({ url: databaseUrl, maxConnections: 4 });
const keys = createSigningKey();
const sealKey = tokenSealKey(keys.privateKey);
await migrate(database, { sealKey });
writeFileSync(join(root, 'answer-key.pem'), keys.privateKey);
const hubs = [await startHub(), await startHub()];
const links = await Promise.all(hubs.map((hub) => unreliableLink(hub.port)));
const tokens = new Tokens(database, sealKey);

const people = await Promise.all(['anna', 'ben', 'carol'].map((name) => token(name, 'approver')));
const agents = await Promise.all(
  Array.from({ length: Number(values.agents) }, (_, index) => token(`agent-${index}`, 'agent')),
);
const asks = new Map();
const acknowledged = [];
const trouble = makeTrouble({ hubs, links, cluster, disks, clocks, isOver });

console.log(`hub: ${values.seconds} s, ${values.agents} agents, 3 people, 2 hubs, in ${root}`);
const work = [...agents.map(agent), ...people.map(person), ...agents.map(logger)];
await Promise.all([...work, trouble.run()]);
await settle();
breaches.push(...(await findBreaches({ database, agents, asks, acknowledged })));
for (const hub of hubs) await hub.stop();
for (const link of links) await link.close();
await database.close();
await cluster.remove();

console.log(`\n${table([Object.keys(counts), Object.values(counts)])}\n`);
console.log(`${table([Object.keys(trouble.counts), Object.values(trouble.counts)])}\n`);
for (const missing of [disks === null ? 'full disks need root' : null, clocks.missing])
  if (missing !== null) console.log(`skipped: ${missing}`);
if (breaches.length === 0) {
  // The disks are mounted until this process ends.
  process.on('exit', () => rmSync(root, { recursive: true, force: true }));
  console.log('nothing was lost');
} else {
  console.log(`${breaches.length} broken promises; the files are kept in ${root}`);
  for (const breach of breaches.slice(0, 40)) console.log(`- ${breach}`);
  process.exitCode = 1;
}

/** Asks, waits, runs what is allowed; dies without a word now and then. */
async function agent({ secret, name }) {
  for (let count = 0; !isOver(); count++) {
    const id = randomUUID();
    const call = {
      ...{ tool: 'Bash', input: { command: `make ${count}` }, cwd: '/w', workspace: '/w' },
      ...{ session: name, callId: id, policy: 'p' },
    };
    const ask = {
      call,
      hash: boundHash(call).value,
      limitMs: chance(0.3) ? 1_000 : 8_000,
      lapseMs: 3_000,
      context: { host: 'soak', why: 'x' },
    };
    const dies = chance(0.1) ? AbortSignal.timeout(Math.round(500 + Math.random() * 3_000)) : undefined;
    const begun = performance.now();
    counts.asks++;
    const outcome = await waitForAnswer({
      client: hubClient({ url: links[count % links.length].url, token: secret }),
      ...{ id, ask, pollMs: 2_000, isSigned: answerVerifier(keys.publicKey) },
      ...(dies === undefined ? {} : { signal: dies }),
    }).catch((error) => ({ kind: 'threw', why: error.message }));
    asks.set(id, { hash: ask.hash, outcome: outcome.kind, tookMs: performance.now() - begun, limitMs: ask.limitMs });
    if (outcome.kind === 'threw') breaches.push(`an agent's wait threw: ${outcome.why}`);
    counts[{ allowed: 'ran', denied: 'denied', expired: 'expired' }[outcome.kind] ?? 'other']++;
  }
}

async function person({ secret, name }) {
  for (let turn = 0; !isOver(); turn++) {
    const client = hubClient({ url: links[turn % links.length].url, token: secret });
    try {
      const { body } = await client.send({ method: 'GET', path: '/api/cards', timeoutMs: 3_000 });
      for (const { id, ask } of (body.cards ?? []).flatMap(({ views }) => views).filter(() => chance(0.5))) {
        const action = chance(0.7) ? 'allow' : 'deny';
        const given = { hash: ask.hash, action, through: 'soak' };
        const reply = await client.send({
          method: 'POST',
          path: `/api/asks/${id}/answer`,
          body: given,
          timeoutMs: 3_000,
        });
        if (reply.status !== 200) continue;
        counts.answers++;
        acknowledged.push({ id, action, name });
      }
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
    }
    await sleep(100 + Math.random() * 300);
  }
}

/** Writes a log and hands it in; its process dies before it has kept the place now and then. */
async function logger(one) {
  const { secret, name } = one;
  const directory = join(disks?.agents ?? root, name);
  mkdirSync(directory);
  one.log = join(directory, 'permission-decisions.jsonl');
  one.place = join(directory, 'upload.json');
  writeFileSync(one.log, '');
  for (let n = 0; !isOver(); ) {
    for (const until = n + Math.ceil(Math.random() * 40); n < until; n++) writeLine(one, n);
    await upload(one, links[n % links.length].url, secret, chance(0.2)).catch((error) => {
      if (!(error instanceof UnreachableError) && error.cause?.code !== 'ENOSPC') throw error;
    });
    await sleep(200);
  }
}

/** A part of a line is left where the disk is full. */
function writeLine({ log, name }, n) {
  const [tool_name, action, outcome] = ['Bash', 'allow', 'allow'];
  const entry = { ts: new Date(Date.now()).toISOString(), n, session_id: name, tool_name, action, outcome };
  try {
    appendFileSync(log, `${JSON.stringify(entry)}\n`);
    counts.lines++;
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  }
}

function upload({ log, place }, url, secret, forgets) {
  return uploadLog({
    client: hubClient({ url, token: secret }),
    state: existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : null,
    read: (from) => readNewLines(log, from),
    save: async (state) => {
      if (!forgets) writeAtomically(place, JSON.stringify(state), { mode: 0o600 });
    },
  });
}

/** Everything is up again, and every log is uploaded to its end. */
async function settle() {
  for (const hub of hubs) await hub.ready();
  // Ends a part of a line.
  for (const { log } of agents) appendFileSync(log, '\n');
  for (const one of agents) {
    for (let attempt = 0; ; attempt++) {
      try {
        await upload(one, `http://127.0.0.1:${hubs[0].port}`, one.secret, false);
        break;
      } catch (error) {
        if (attempt > 100 || !(error instanceof UnreachableError)) throw error;
        await sleep(100);
      }
    }
  }
}

async function token(name, role) {
  const made = await tokens.create({ name, role, by: 'soak' });
  if (!made.ok) throw new Error(made.error);
  return { name, secret: made.value };
}

async function startHub() {
  const port = await freePort();
  let child;
  const hub = {
    port,
    async start() {
      const words = ['serve', '--hub', '--database', databaseUrl, '--listen', String(port)];
      child = spawn(process.execPath, [PROGRAM, ...words, '--answer-key', join(root, 'answer-key.pem')], {
        stdio: 'ignore',
        env: { PATH: process.env.PATH, HOME: root, ...clocks.ofNode },
      });
      await hub.ready();
    },
    /** It does not start while PostgreSQL is away. */
    async ready() {
      for (let attempt = 0; attempt < 200; attempt++) {
        const answers = await fetch(`http://127.0.0.1:${port}/health`).then(
          ({ status }) => status === 200,
          () => false,
        );
        if (answers) return;
        if (child.exitCode !== null) return hub.start();
        await sleep(100);
      }
      throw new Error('a hub does not come up');
    },
    kill: () => gone('SIGKILL'),
    stop: () => gone('SIGINT'),
  };
  const gone = (how) =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', resolve);
      child.kill(how);
    });
  await hub.start();
  return hub;
}

function chance(probability) {
  return Math.random() < probability;
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
