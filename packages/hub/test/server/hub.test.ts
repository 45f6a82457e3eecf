import { createPrivateKey } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { boundHash, UnreachableError, waitForAnswer } from '@caliban/inbox';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { askFor } from '../../../inbox/test/helpers/asks.ts';
import { hubClient } from '../../src/client/hub-client.ts';
import { answerVerifier } from '../../src/client/verify-answer.ts';
import { sealBundle } from '../../src/policy/bundle.ts';
import { runningHubs } from '../helpers/hub.ts';
import { type Cluster, NO_POSTGRES, postgresPrograms, startCluster } from '../helpers/postgres.ts';

const isThere = postgresPrograms() !== null;
if (!isThere) process.stderr.write(`${NO_POSTGRES}\n`);

const ask = askFor('make deploy');
const CAREFUL = { host: 'codex', why: 'two people have to agree', approvals: 2, selfApproval: false } as const;
const YES = { hash: ask.hash, action: 'allow', through: 'page' };

describe.skipIf(!isThere)('a hub', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(['fsync=off', 'max_connections=300']);
  });
  afterAll(() => cluster.remove());

  test('an answer on one hub reaches the agent that waits on another, and says who gave it', async () => {
    const hub = await runningHubs(cluster, 2);
    const agent = await hub.token({ name: 'laptop-1', role: 'agent', owner: 'anna' });
    const anna = await hub.token({ name: 'anna', role: 'approver' });
    const id = 'ask-00001';
    const outcome = waitForAnswer({
      client: hubClient({ url: hub.hubs[0]?.url as string, token: agent }),
      id,
      ask,
      isSigned: answerVerifier(hub.answerKey),
    });
    await expect.poll(async () => (await hub.send(anna, 'GET', '/api/cards', undefined, 1)).body.cards).toHaveLength(1);
    // A name in the body is not believed.
    const answer = await hub.send(anna, 'POST', `/api/asks/${id}/answer`, { ...YES, name: 'ben' }, 1);
    expect([answer.status, answer.body.kind]).toEqual([200, 'won']);
    expect(await outcome).toMatchObject({
      kind: 'allowed',
      view: {
        answer: { by: { kind: 'person', name: 'anna', through: 'page' } },
        ask: { context: { from: { install: 'laptop-1', owner: 'anna' } } },
      },
    });
    const again = await hub.send(anna, 'POST', `/api/asks/${id}/answer`, YES);
    expect([again.status, again.body.kind]).toEqual([409, 'lost']);
  });

  test('who may do what', async () => {
    const hub = await runningHubs(cluster);
    const tokens = {
      'no one': 'caliban_0000000000000000_0000000000000000000000000000000000000000000',
      agent: await hub.token({ name: 'laptop-1', role: 'agent', owner: 'anna' }),
      'another agent': await hub.token({ name: 'laptop-2', role: 'agent', owner: 'ben' }),
      approver: await hub.token({ name: 'carol', role: 'approver' }),
      admin: await hub.token({ name: 'dora', role: 'admin' }),
    };
    await hub.send(tokens.agent, 'POST', '/api/asks', { id: 'ask-00001', ask });
    const other = askFor('rm', { callId: 'call-2' });
    const table = [];
    for (const [method, path, body] of [
      ['GET', '/api/whoami'],
      ['POST', '/api/asks', { id: 'ask-00002', ask: other }],
      ['GET', '/api/asks/ask-00001'],
      ['GET', '/api/cards'],
      ['GET', '/api/asks?recent=5'],
      ['POST', '/api/asks/ask-00001/answer', { ...YES, hash: 'x' }],
      ['POST', '/api/asks/ask-00001/consume', { hash: ask.hash }],
      ['GET', '/api/policy'],
      ['POST', '/api/policy', { bundle: 'x' }],
      ['GET', '/api/policy/versions'],
      ['GET', '/api/agents'],
      ['POST', '/api/seen', { details: {}, policyVersion: 0 }],
      ['POST', '/api/log', { after: { sequence: 0, hash: '0'.repeat(64) }, lines: [] }],
      ['GET', '/api/log/last'],
      ['GET', '/api/log/verify'],
      ['POST', '/api/log/prune', { before: '2000-01-01' }],
      ['GET', '/api/tokens'],
      ['POST', '/api/tokens', { name: 'x', role: 'nothing' }],
      ['POST', '/api/tokens/revoke', { which: 'nobody' }],
      ['POST', '/api/tokens/team', { name: 'nobody', team: 'x' }],
      ['GET', '/api/page/cards'],
      ['GET', '/nowhere'],
    ] as const) {
      const row: number[] = [];
      for (const token of Object.values(tokens)) row.push((await hub.send(token, method, path, body)).status);
      table.push(`${method} ${path}: ${row.join(' ')}`);
    }
    expect(table).toEqual([
      // no one, agent, another agent, approver, admin
      'GET /api/whoami: 401 200 200 200 200',
      'POST /api/asks: 401 201 409 403 403',
      'GET /api/asks/ask-00001: 401 200 404 200 200',
      'GET /api/cards: 401 403 403 200 200',
      'GET /api/asks?recent=5: 401 403 403 200 200',
      'POST /api/asks/ask-00001/answer: 401 403 403 409 409',
      'POST /api/asks/ask-00001/consume: 401 409 404 404 404',
      'GET /api/policy: 401 200 200 200 200',
      'POST /api/policy: 401 403 403 403 400',
      'GET /api/policy/versions: 401 403 403 403 200',
      'GET /api/agents: 401 403 403 200 200',
      'POST /api/seen: 401 200 200 403 403',
      'POST /api/log: 401 200 200 403 403',
      'GET /api/log/last: 401 200 200 403 403',
      'GET /api/log/verify: 401 403 403 403 200',
      'POST /api/log/prune: 401 403 403 403 200',
      'GET /api/tokens: 401 403 403 403 200',
      'POST /api/tokens: 401 403 403 403 400',
      'POST /api/tokens/revoke: 401 403 403 403 404',
      'POST /api/tokens/team: 401 403 403 403 409',
      // This hub has no page.
      'GET /api/page/cards: 401 403 403 404 404',
      'GET /nowhere: 401 404 404 404 404',
    ]);
  });

  test('a stolen token of an agent asks for its own install only, whatever it says', async () => {
    const hub = await runningHubs(cluster);
    const thief = await hub.token({ name: 'stolen', role: 'agent', owner: 'anna' });
    const from = { install: 'laptop-2', owner: 'ben', team: 'x' };
    await hub.send(thief, 'POST', '/api/asks', { id: 'ask-00001', ask: { ...ask, context: { ...ask.context, from } } });
    const view = await hub.hubs[0]?.inbox.view('ask-00001');
    expect(view?.ask.context.from).toEqual({ install: 'stolen', owner: 'anna', team: '' });
  });

  test('a revoked token ends what it had begun: a stream of events, and a wait for an answer', async () => {
    const hub = await runningHubs(cluster, 2);
    const admin = await hub.token({ name: 'dora', role: 'admin' });
    const carol = await hub.token({ name: 'carol', role: 'approver' });
    const agent = await hub.token({ name: 'laptop-1', role: 'agent', owner: 'anna' });
    await hub.send(agent, 'POST', '/api/asks', { id: 'ask-00001', ask });
    const headers = { authorization: `Bearer ${carol}` };
    const events = await fetch(`${hub.hubs[0]?.url}/api/events`, { headers });
    const read = text(events.body as ReadableStream);
    const waits = hub.send(carol, 'GET', '/api/asks/ask-00001?wait=20000');
    await hub.send(admin, 'POST', '/api/tokens/revoke', { which: 'carol' }, 1);
    await sleep(1_000);
    await hub.send(admin, 'POST', '/api/asks/ask-00001/answer', YES);
    expect((await waits).status).toBe(401);
    expect(await read).not.toContain('ask-00001');
  });

  test('a revoked token is refused within a second, on every hub', async () => {
    const hub = await runningHubs(cluster, 2);
    const admin = await hub.token({ name: 'dora', role: 'admin' });
    const made = await hub.send(admin, 'POST', '/api/tokens', { name: 'carol', role: 'approver', team: 'web' });
    const carol = made.body.token as string;
    for (const index of [0, 1]) expect((await hub.send(carol, 'GET', '/api/cards', undefined, index)).status).toBe(200);
    await hub.send(admin, 'POST', '/api/tokens/revoke', { which: 'carol' });
    const revokedAt = performance.now();
    for (const index of [0, 1]) {
      let status = 200;
      while (status === 200 && performance.now() - revokedAt < 5_000)
        status = (await hub.send(carol, 'GET', '/api/cards', undefined, index)).status;
      expect(status).toBe(401);
    }
    const listed = (await hub.send(admin, 'GET', '/api/tokens')).body.tokens as readonly { name: string }[];
    expect(listed.map(({ name }) => name)).toEqual(['dora', 'carol']);
    expect(JSON.stringify(listed)).not.toContain(carol.slice(-43));
  });

  test('two approvals, and none by the person whose agent asks', async () => {
    const hub = await runningHubs(cluster);
    const agent = await hub.token({ name: 'laptop-1', role: 'agent', owner: 'anna' });
    const people = new Map<string, string>();
    for (const name of ['anna', 'ben', 'carol']) people.set(name, await hub.token({ name: name, role: 'approver' }));
    const careful = askFor('make release', { context: CAREFUL });
    await hub.send(agent, 'POST', '/api/asks', { id: 'ask-00001', ask: careful });
    const outcomes = [];
    for (const name of ['anna', 'ben', 'ben', 'carol']) {
      const body = { hash: careful.hash, action: 'allow', through: 'page' };
      const reply = await hub.send(people.get(name) as string, 'POST', '/api/asks/ask-00001/answer', body);
      outcomes.push(`${name}: ${reply.status} ${reply.body.kind}`);
    }
    expect(outcomes).toEqual(['anna: 403 not-theirs', 'ben: 200 approved', 'ben: 200 approved', 'carol: 200 won']);
  });

  test.each([
    ['a row that someone writes', null],
    ['a changed answer with a signature of another ask', 'other'],
  ])('%s allows nothing where answers have to be signed', async (_, how) => {
    const hub = await runningHubs(cluster);
    const agent = await hub.token({ name: 'laptop-1', role: 'agent', owner: 'anna' });
    const carol = await hub.token({ name: 'carol', role: 'approver' });
    let signature: string | undefined;
    if (how === 'other') {
      await hub.send(agent, 'POST', '/api/asks', { id: 'ask-other', ask: askFor('ls') });
      await hub.send(carol, 'POST', '/api/asks/ask-other/answer', { ...YES, hash: askFor('ls').hash });
      signature = (await hub.hubs[0]?.inbox.view('ask-other'))?.answer?.signature;
      expect(signature).toBeDefined();
    }
    const outcome = waitForAnswer({
      client: hubClient({ url: hub.hubs[0]?.url as string, token: agent }),
      id: 'ask-00001',
      ask,
      pollMs: 100,
      isSigned: answerVerifier(hub.answerKey),
    });
    await expect.poll(() => hub.hubs[0]?.inbox.view('ask-00001')).not.toBeNull();
    const forged = {
      kind: 'allowed',
      hash: ask.hash,
      by: { kind: 'person', name: 'carol', through: 'page' },
      signature,
    };
    await hub.hubs[0]?.database.rows(
      `INSERT INTO facts (ask_id, kind, bytes, at) VALUES ('ask-00001', 'answer', $1, extract(epoch FROM now()) * 1000)`,
      [Buffer.from(JSON.stringify(forged))],
    );
    expect(await outcome).toMatchObject({
      kind: 'refused',
      why: 'the hub did not sign that the people who have to allow this did so',
    });
  });

  test.each<[what: string, statement: string, people: readonly string[], outcome: object]>([
    [
      'the yes of another person',
      `INSERT INTO facts (ask_id, kind, bytes, at) SELECT ask_id, 'approval-1', convert_to(json_build_object('hash', hash,
         'by', json_build_object('kind', 'person', 'name', 'ben', 'through', 'page'))::text, 'UTF8'), at FROM asked`,
      ['carol'],
      { kind: 'expired' },
    ],
    [
      'that one person is enough',
      `UPDATE facts SET bytes = convert_to(replace(convert_from(bytes, 'UTF8'), '"approvals":2', '"approvals":1'), 'UTF8')
       WHERE kind = 'ask'`,
      ['carol'],
      { kind: 'refused' },
    ],
    [
      'that it is the agent of somebody else',
      `UPDATE facts SET bytes = convert_to(replace(convert_from(bytes, 'UTF8'), '"owner":"anna"', '"owner":"zoe"'), 'UTF8')
       WHERE kind = 'ask'`,
      ['anna', 'carol'],
      { kind: 'refused' },
    ],
    ['nothing', 'SELECT 1', ['ben', 'carol'], { kind: 'allowed' }],
  ])('someone writes into the database: %s', async (_, statement, people, wanted) => {
    const hub = await runningHubs(cluster);
    const agent = await hub.token({ name: 'laptop-1', role: 'agent', owner: 'anna' });
    const careful = askFor('make release', { context: CAREFUL, limitMs: 4_000 });
    const client = hubClient({ url: hub.hubs[0]?.url as string, token: agent });
    const isSigned = answerVerifier(hub.answerKey, 'anna');
    const outcome = waitForAnswer({ client, id: 'ask-00001', ask: careful, pollMs: 100, isSigned });
    await expect.poll(() => hub.hubs[0]?.inbox.view('ask-00001')).not.toBeNull();
    const asked = `WITH asked AS (SELECT ask_id, at, convert_from(bytes, 'UTF8')::json->>'hash' AS hash FROM facts WHERE kind = 'ask')`;
    await hub.hubs[0]?.database.rows(`${asked} ${statement}`);
    for (const name of people) {
      const token = await hub.token({ name, role: 'approver' });
      await hub.send(token, 'POST', '/api/asks/ask-00001/answer', { ...YES, hash: careful.hash });
    }
    expect(await outcome).toMatchObject(wanted);
  });

  test.each<[what: string, statement: string]>([
    [
      'a new token',
      `INSERT INTO tokens (id, secret_hash, name, role, owner, created_by) SELECT 'ffffffffffffffff', secret_hash, 'eve', 'admin',
       'eve', 'eve' FROM tokens WHERE name = 'laptop-1'`,
    ],
    [
      'a new token with the seal of another',
      `INSERT INTO tokens (id, secret_hash, name, role, owner, created_by, seal)
       SELECT 'ffffffffffffffff', secret_hash, 'eve', 'admin', 'eve', 'eve', seal FROM tokens WHERE name = 'laptop-1'`,
    ],
    ['a higher role', `UPDATE tokens SET role = 'admin' WHERE name = 'laptop-1'`],
    ['another owner', `UPDATE tokens SET owner = 'zoe' WHERE name = 'laptop-1'`],
    ['a longer time', `UPDATE tokens SET expires_at = now() + interval '1 year' WHERE name = 'laptop-1'`],
    ['that it was not revoked', `UPDATE tokens SET revoked_at = NULL WHERE name = 'gone'`],
  ])('someone writes into the table of tokens: %s', async (_, statement) => {
    const hub = await runningHubs(cluster);
    const admin = await hub.token({ name: 'dora', role: 'admin' });
    const laptop = await hub.token({ name: 'laptop-1', role: 'agent', owner: 'anna' });
    const gone = await hub.token({ name: 'gone', role: 'approver' });
    await hub.send(admin, 'POST', '/api/tokens/revoke', { which: 'gone' });
    await hub.hubs[0]?.database.rows(statement);
    const forged = laptop.replace(/^caliban_[0-9a-f]{16}/, 'caliban_ffffffffffffffff');
    const tried = statement.includes('INSERT') ? forged : statement.includes("'gone'") ? gone : laptop;
    expect((await hub.send(tried, 'GET', '/api/whoami')).status).toBe(401);
    expect((await hub.send(admin, 'GET', '/api/whoami')).status).toBe(200);
  });

  test('the same call of two people is two cards; that of two agents of one person is one', async () => {
    const hub = await runningHubs(cluster);
    const anna = await hub.token({ name: 'anna', role: 'approver' });
    for (const [name, owner] of [
      ['laptop-1', 'anna'],
      ['laptop-2', 'anna'],
      ['stolen', 'ben'],
    ] as const) {
      const token = await hub.token({ name, role: 'agent', owner });
      await hub.send(token, 'POST', '/api/asks', { id: `ask-of-${name}`, ask });
    }
    const { cards } = (await hub.send(anna, 'GET', '/api/cards')).body as {
      cards: readonly { views: readonly { id: string }[] }[];
    };
    expect(cards.map(({ views }) => views.map(({ id }) => id))).toEqual([
      ['ask-of-laptop-1', 'ask-of-laptop-2'],
      ['ask-of-stolen'],
    ]);
  });

  test('two tokens of one person are one person', async () => {
    const hub = await runningHubs(cluster);
    const agent = await hub.token({ name: 'laptop-1', role: 'agent', owner: 'zoe' });
    const careful = askFor('make release', { context: CAREFUL });
    await hub.send(agent, 'POST', '/api/asks', { id: 'ask-00001', ask: careful });
    const kinds = [];
    for (const name of ['ben', 'bens-phone']) {
      const token = await hub.token({ name, role: 'approver', owner: 'ben' });
      const reply = await hub.send(token, 'POST', '/api/asks/ask-00001/answer', { ...YES, hash: careful.hash });
      kinds.push(reply.body.kind);
    }
    expect(kinds).toEqual(['approved', 'approved']);
  });

  test('a policy is signed, and its version never goes back', async () => {
    const hub = await runningHubs(cluster, 2);
    const admin = await hub.token({ name: 'dora', role: 'admin' });
    const agent = await hub.token({ name: 'laptop-1', role: 'agent', owner: 'anna' });
    const key = createPrivateKey(hub.policyKey);
    const bundle = (version: number, rules: string) =>
      sealBundle(
        {
          version,
          issuedAt: '2026-01-01T00:00:00Z',
          expiresAt: '2099-01-01T00:00:00Z',
          note: '',
          files: { 'permissions.toml': rules },
        },
        key,
      );
    const push = async (text: string) => (await hub.send(admin, 'POST', '/api/policy', { bundle: text })).status;
    expect(await push(bundle(1, 'a = 1'))).toBe(200);
    expect(await push(bundle(1, 'b = 1'))).toBe(409);
    expect(await push(bundle(3, 'c = 1'))).toBe(409);
    expect(await push(`${bundle(2, 'd = 1')}x`)).toBe(400);
    const both = await Promise.all([push(bundle(2, 'e = 1')), push(bundle(2, 'f = 1'))]);
    expect(both.sort()).toEqual([200, 409]);
    expect((await hub.send(agent, 'GET', '/api/policy', undefined, 1)).body.version).toBe(2);
    expect((await hub.send(agent, 'GET', '/api/policy?have=2', undefined, 1)).body).toEqual({
      version: 2,
      bundle: null,
    });
  });

  test('health and metrics', async () => {
    const hub = await runningHubs(cluster);
    const carol = await hub.token({ name: 'carol', role: 'approver' });
    const health = await fetch(`${hub.hubs[0]?.url}/health`);
    expect([health.status, await health.json()]).toEqual([200, { problem: null, version: '1.2.3' }]);
    const metrics = await fetch(`${hub.hubs[0]?.url}/metrics`, { headers: { authorization: `Bearer ${carol}` } });
    const text = await metrics.text();
    expect(text).toContain('caliban_hub_open_questions 0');
    expect(text).toContain('caliban_hub_requests_total{method="GET",status="200"} 1');
    // Names, types and values, as a scraper reads them.
    for (const line of text.trim().split('\n'))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{.*\})? [\d.e+]+)$/);
  });

  test('without PostgreSQL a hub says so, and continues when it is back', { timeout: 60_000 }, async () => {
    const own = await startCluster();
    onTestFinished(() => own.remove());
    const hub = await runningHubs(own);
    const agent = await hub.token({ name: 'laptop-1', role: 'agent', owner: 'anna' });
    const carol = await hub.token({ name: 'carol', role: 'approver' });
    await hub.send(agent, 'POST', '/api/asks', { id: 'ask-00001', ask });
    await own.kill();
    expect((await hub.send(carol, 'GET', '/api/cards')).status).toBe(503);
    expect((await fetch(`${hub.hubs[0]?.url}/health`)).status).toBe(503);
    await own.start();
    await expect.poll(async () => (await hub.send(carol, 'GET', '/api/cards')).status, { timeout: 20_000 }).toBe(200);
    const view = await hub.send(agent, 'GET', '/api/asks/ask-00001');
    expect(view.body.view).toMatchObject({ state: 'pending' });
  });

  test.each([
    ['http://hub.example', /does not begin with https/],
    ['nonsense', /is not a url/],
  ])('a token is not sent to %s', async (url, message) => {
    await expect(hubClient({ url, token: 'x' }).send({ method: 'GET', path: '/' })).rejects.toThrow(message);
    await expect(hubClient({ url, token: 'x' }).send({ method: 'GET', path: '/' })).rejects.toThrow(UnreachableError);
  });
});

test('the hash of a call is the same for everyone', () => {
  expect(boundHash(ask.call)).toEqual({ ok: true, value: ask.hash });
});
