import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { countLines } from '../../src/audit/count-lines.ts';
import { DecisionLogs } from '../../src/audit/decision-logs.ts';
import { FleetSums } from '../../src/audit/fleet-sums.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrations.ts';
import { Tokens } from '../../src/identity/tokens.ts';
import { type Cluster, NO_POSTGRES, postgresPrograms, startCluster } from '../helpers/postgres.ts';

const isThere = postgresPrograms() !== null;
if (!isThere) process.stderr.write(`${NO_POSTGRES}\n`);

const AT = '2026-03-01T10:20:30.000Z';
const DAY = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-03-02T00:00:00Z') };

type Fields = Readonly<Record<string, unknown>>;

function line(command: string, fields: Fields = {}): string {
  const where = { session_id: 's1', host: 'codex', workspace: '/home/x/shop' };
  const call = { tool_name: 'Bash', input: { command } };
  return JSON.stringify({ ts: AT, ...where, ...call, action: 'allow', outcome: 'allow', ...fields });
}

const ASKED = { action: 'ask', outcome: 'handed-over', tool_use_id: 'u1' };
const ran = (fields: Fields = {}) =>
  JSON.stringify({ ts: AT, event: 'ran', session_id: 's1', tool_use_id: 'u1', tool_name: 'Bash', ...fields });

describe.skipIf(!isThere)('sums of decisions', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(['fsync=off']);
  });
  afterAll(() => cluster.remove());

  test('every line once, whoever counts, also those from before there were sums', async () => {
    const { databases, hand, sums } = await world(3);
    for (const install of ['one', 'two', 'three', 'four'])
      await hand(
        install,
        Array.from({ length: 4_500 }, (_, index) => line(`git log -${index % 7}`)),
      );
    await Promise.all(databases.map((database) => countAll(database)));
    expect(await sums.by('agent', {}, DAY, 10)).toEqual(
      ['four', 'one', 'three', 'two'].map((name) => ({ name, allowed: 4_500, asked: 0, denied: 0, left: 0 })),
    );
    expect(await sums.uncounted()).toBe(0);
  });

  test('an answer belongs to its question, in whatever batch it comes', async () => {
    const { databases, hand, sums } = await world();
    const [database] = databases;
    await hand('one', [line('npm test', ASKED), ...Array.from({ length: 1_500 }, () => line('ls')), ran()]);
    await countAll(database);
    await hand('one', [line('npm test', { ...ASKED, tool_use_id: 'u2' })]);
    await countAll(database);
    await hand('one', [ran({ tool_use_id: 'u2', event: 'refused' }), ran({ tool_use_id: 'u3' })]);
    await countAll(database);
    expect(await sums.askedCalls({}, DAY, 10)).toEqual([
      { tool: 'Bash', call: 'npm test', asked: 2, allowed: 1, denied: 1, spared: false },
    ]);
  });

  test('an update counts what was stored before, and seals the tokens that there were', async () => {
    const { databases, hand, sums } = await world();
    const [database] = databases;
    await hand('one', [
      line('npm test', { ...ASKED, outcome: 'allow', because: { kind: 'operator', by: 'operator' } }),
      line('ls'),
    ]);
    const sealKey = Buffer.alloc(32, 1);
    const made = await new Tokens(database, sealKey).create({ name: 'anna', role: 'approver', by: 'test' });
    // The tables as they were before there were sums and seals.
    for (const table of ['decision_sums', 'session_sums', 'question_sums', 'answer_sums', 'rule_sums'])
      await database.rows(`DROP TABLE ${table}`);
    await database.rows('ALTER TABLE installs DROP COLUMN counted');
    await database.rows('ALTER TABLE tokens DROP COLUMN seal');
    await database.rows('DELETE FROM migrations WHERE number > 4');
    expect(await migrate(database, { sealKey })).toEqual(['sums of decisions', 'sealed tokens']);
    await countAll(database);
    expect(await sums.askedCalls({}, DAY, 10)).toEqual([
      { tool: 'Bash', call: 'npm test', asked: 1, allowed: 1, denied: 0, spared: false },
    ]);
    const token = made.ok ? made.value : '';
    expect(await new Tokens(database, sealKey).authenticate(token)).toMatchObject({ name: 'anna', role: 'approver' });
    expect(await new Tokens(database, Buffer.alloc(32, 2)).authenticate(token)).toBeNull();
  });

  test('a line is counted or left out, whatever an agent wrote', async () => {
    const { databases, hand, sums } = await world();
    await hand('one', [
      ...['', 'no JSON', '{"ts":"x"}', 'null', '{"ts":"2026-03-01T10:20:30.000Z","event":"ran"}', '\0'],
      line('a', { host: 7 }),
      line('b', { workspace: { x: 1 } }),
      line('c', { rule: { pattern: 'x', action: ['deny'], layer: 'managed' } }),
      line('d', { session_id: '\ud800'.repeat(5_000) }),
      line('e', { session_id: '\udc00'.repeat(5_000) }),
      line('f', { ts: '9999-99-99T99:99:99.999Z' }),
      line('g'.repeat(100_000), ASKED),
      line('h', {
        workspace: `/${'ü'.repeat(10_000)}`,
        host: 'h'.repeat(9_000),
        tool_name: 't'.repeat(9_000),
        ...ASKED,
      }),
      line('fine'),
    ]);
    await countAll(databases[0]);
    expect(await sums.uncounted()).toBe(0);
    expect(
      (await sums.sessions({ project: 'shop' }, { from: new Date(0), to: new Date('2030-01-01') }, 10)).length,
    ).toBeGreaterThan(0);
  });

  test('a team, a project, an agent; hits of the rules of the team', async () => {
    const { databases, hand, logs, sums } = await world();
    const rule = { pattern: 'Bash:rm *', action: 'deny', layer: 'managed' };
    await hand('one', [line('rm x', { action: 'deny', outcome: 'deny', rules: [rule, rule] })], 'web');
    await hand('two', [line('ls', { workspace: 'C:\\code\\shop', rule: { ...rule, layer: 'user' } })], 'ops');
    await hand('three', [line('ls', { workspace: '/builds/7/infra/' })], 'ops');
    await countAll(databases[0]);
    const names = async (filter: object) => (await sums.by('agent', filter, DAY, 10)).map(({ name }) => name).sort();
    expect(await names({})).toEqual(['one', 'three', 'two']);
    expect(await names({ team: 'ops' })).toEqual(['three', 'two']);
    expect(await names({ project: 'shop' })).toEqual(['one', 'two']);
    expect(await names({ team: 'ops', project: 'shop' })).toEqual(['two']);
    expect(await names({ agent: 'three' })).toEqual(['three']);
    expect(await sums.names()).toEqual({
      teams: ['ops', 'web'],
      projects: ['infra', 'shop'],
      agents: ['one', 'three', 'two'],
    });
    expect([...(await sums.ruleHits({}, DAY))]).toEqual([['deny Bash:rm *', 1]]);
    expect(await logs.newest({ team: 'ops', project: 'shop' }, { since: new Date(0), limit: 5 })).toHaveLength(1);
    await logs.prune(new Date('2026-04-01'));
    expect(await names({})).toEqual([]);
    expect(await sums.askedCalls({}, DAY, 10)).toEqual([]);
  });

  async function world(hubs = 1) {
    const url = await cluster.createDatabase();
    const databases = Array.from({ length: hubs }, () => openDatabase({ url, maxConnections: 2 }));
    onTestFinished(async () => void (await Promise.all(databases.map((database) => database.close()))));
    const [database] = databases as [Database];
    await migrate(database, { sealKey: Buffer.alloc(32) });
    const logs = new DecisionLogs(database);
    const hand = async (install: string, lines: readonly string[], team = '') => {
      for (let from = 0; from < lines.length; from += 1_000) {
        const after = await logs.head(install);
        const outcome = await logs.append({ install, team, after, lines: lines.slice(from, from + 1_000) });
        if (outcome.kind !== 'stored') throw new Error(outcome.kind);
      }
    };
    return { databases: databases as [Database, ...Database[]], logs, hand, sums: new FleetSums(database) };
  }
});

async function countAll(database: Database): Promise<void> {
  while ((await countLines(database)) > 0);
}
