import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readNewLines } from '@caliban/storage/audit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { otelLine } from '../../src/audit/otel.ts';
import { hubClient } from '../../src/client/hub-client.ts';
import { compareLog, type UploadState, uploadLog } from '../../src/client/upload-log.ts';
import { runningHubs, type TestHub } from '../helpers/hub.ts';
import { type Cluster, NO_POSTGRES, postgresPrograms, startCluster } from '../helpers/postgres.ts';

const isThere = postgresPrograms() !== null;
if (!isThere) process.stderr.write(`${NO_POSTGRES}\n`);

let cluster: Cluster;

describe.skipIf(!isThere)('a decision log that is uploaded', () => {
  beforeAll(async () => {
    cluster = await startCluster(['fsync=off']);
  });
  afterAll(() => cluster.remove());

  test('comes once, from where it was left, through rotation and compression', async () => {
    const { install, log, directory } = await world();
    write(log, 0, 5);
    expect(await install.upload()).toEqual({ added: 5, gaps: [] });
    expect(await install.upload()).toEqual({ added: 0, gaps: [] });
    write(log, 5, 8);
    const archive = join(directory, 'permission-decisions-2026-01-02T03-04-05.678-1.jsonl');
    renameSync(log, archive);
    write(log, 8, 10);
    expect(await install.upload()).toEqual({ added: 5, gaps: [] });
    rmSync(archive);
    writeFileSync(`${archive}.gz`, gzipSync(textOf(0, 8)));
    write(log, 10, 11);
    expect(await install.upload()).toEqual({ added: 1, gaps: [] });
    expect(await install.stored()).toEqual(numbers(0, 11));
    expect(await install.verify()).toMatchObject({ lines: 11, broken: null, gaps: [] });
    expect(await install.compare()).toEqual({ same: 11, difference: null });
  });

  test('a line that is being written is left for later', async () => {
    const { install, log } = await world();
    write(log, 0, 2);
    appendFileSync(log, lineOf(2).slice(0, 40));
    expect((await install.upload()).added).toBe(2);
    appendFileSync(log, `${lineOf(2).slice(40)}\n`);
    expect((await install.upload()).added).toBe(1);
    expect(await install.stored()).toEqual(numbers(0, 3));
  });

  test('a lost answer duplicates no line', async () => {
    const { install, log } = await world();
    write(log, 0, 5);
    await install.upload({ forget: true });
    write(log, 5, 7);
    expect((await install.upload()).gaps).toEqual([]);
    expect(await install.stored()).toEqual(numbers(0, 7));
  });

  test('a place that was lost is found again by the last line', async () => {
    const { install, log } = await world();
    write(log, 0, 3000);
    await install.upload();
    write(log, 3000, 3010);
    install.lose();
    expect(await install.upload()).toEqual({ added: 10, gaps: [] });
    expect(await install.stored()).toEqual(numbers(0, 3010));
  });

  test.each([
    ['an edited line', (text: string) => text.replace('"n":3', '"n":333'), 4],
    ['a line that was taken out', (text: string) => text.replace(/.*"n":3\b.*\n/, ''), 4],
    ['a line that was put in', (text: string) => text.replace(/(.*"n":3\b.*\n)/, '$1$1'), 5],
    ['lines cut off at the end', (text: string) => text.split('\n').slice(0, 4).join('\n').concat('\n'), 5],
  ])('%s shows in a comparison', async (_, change, sequence) => {
    const { install, log } = await world();
    write(log, 0, 6);
    await install.upload();
    writeFileSync(log, change(textOf(0, 6)));
    expect((await install.compare()).difference?.sequence).toBe(sequence);
  });

  test('archives that were deleted here make no difference', async () => {
    const { install, log, directory } = await world();
    write(log, 0, 4);
    await install.upload();
    renameSync(log, join(directory, 'permission-decisions-2026-01-02T03-04-05.678-1.jsonl'));
    write(log, 4, 6);
    await install.upload();
    rmSync(join(directory, 'permission-decisions-2026-01-02T03-04-05.678-1.jsonl'));
    expect(await install.compare()).toEqual({ same: 2, difference: null });
  });

  test('a file that is gone before it was uploaded is a gap, and later lines are kept', async () => {
    const { install, log } = await world();
    write(log, 0, 4);
    await install.upload();
    rmSync(log);
    write(log, 10, 12);
    expect((await install.upload()).gaps).toEqual(['a file of the log is gone, with lines that were not uploaded']);
    expect(await install.stored()).toEqual([...numbers(0, 4), ...numbers(10, 12)]);
    expect((await install.verify()).gaps).toMatchObject([{ sequence: 4 }]);
  });

  test.each([
    ['changes a line', `UPDATE log_lines SET line = 'x' WHERE sequence = 3`, 3],
    ['changes a line and its hash', `UPDATE log_lines SET line = 'x', hash = sha256('x') WHERE sequence = 3`, 3],
    ['deletes a line', 'DELETE FROM log_lines WHERE sequence = 3', 3],
    ['deletes the last lines', 'DELETE FROM log_lines WHERE sequence > 3', 4],
  ])('someone in the database who %s is detected', async (_, statement, sequence) => {
    const { install, log, hub } = await world();
    write(log, 0, 6);
    await install.upload();
    await hub.hubs[0]?.database.rows(statement);
    expect((await install.verify()).broken?.sequence).toBe(sequence);
  });

  test('older lines are deleted, and the rest can still be verified', async () => {
    const { install, log, hub, admin } = await world();
    write(log, 0, 6);
    await install.upload();
    const before = new Date(TIME + 3_000).toISOString();
    expect((await hub.send(admin, 'POST', '/api/log/prune', { before })).body).toEqual({ gone: 3 });
    expect(await install.verify()).toMatchObject({ lines: 3, broken: null });
    write(log, 6, 8);
    expect((await install.upload()).added).toBe(2);
    expect(await install.stored()).toEqual(numbers(3, 8));
  });

  test.each([
    ['some of the last lines', 'sequence > 3', 3],
    ['all', 'true', 0],
  ])('a hub that was restored from a backup without %s gets them again', async (_, lost, last) => {
    const { install, log, hub } = await world();
    write(log, 0, 6);
    await install.upload();
    const [database] = hub.hubs.map((one) => one.database);
    await database?.rows(`DELETE FROM log_lines WHERE ${lost}`);
    await database?.rows(
      `UPDATE installs SET sequence = $1, hash = coalesce((SELECT hash FROM log_lines WHERE sequence = $1), decode(repeat('00', 32), 'hex'))`,
      [last],
    );
    write(log, 6, 8);
    expect((await install.upload()).gaps).toEqual([]);
    expect(await install.stored()).toEqual(numbers(0, 8));
    expect(await install.verify()).toMatchObject({ lines: 8, broken: null, gaps: [] });
    expect(await install.compare()).toEqual({ same: 8, difference: null });
  });

  test('two machines with one token are found out', async () => {
    const { install, log } = await world();
    write(log, 0, 3);
    await install.upload();
    const other = install.elsewhere('other.jsonl', (file) => write(file, 100, 103));
    const { gaps } = await other.upload();
    expect(gaps).toHaveLength(1);
    expect((await install.verify()).broken).toBeNull();
    expect((await install.stored()).sort((one, another) => one - another)).toEqual([
      ...numbers(0, 3),
      ...numbers(100, 103),
    ]);
  });

  test('a line that is not ours is kept too', async () => {
    const { install, log, hub, admin } = await world();
    writeFileSync(log, `${lineOf(0)}\nnonsense \0 with a NUL\n\n${lineOf(1)}\n`);
    expect((await install.upload()).added).toBe(3);
    expect((await install.verify()).broken).toBeNull();
    expect((await install.compare()).difference).toBeNull();
    const reply = await fetch(`${hub.hubs[0]?.url}/api/log/export?format=otel`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    const records = (await reply.text()).trim().split('\n');
    expect(records.map((line) => JSON.parse(line).resourceLogs.length)).toEqual([1, 1, 1]);
  });
});

test.each(['1969-07-20T20:17:40.000Z', '9999-01-01T00:00:00.000Z', 'x'])(
  'a line of %s has no time that OTLP can carry',
  (ts) => {
    const line = JSON.stringify({ ts, tool_name: 'Bash' });
    const [{ scopeLogs }] = JSON.parse(
      otelLine({ install: 'a', sequence: 1, line, hash: Buffer.alloc(32) }),
    ).resourceLogs;
    expect(scopeLogs[0].logRecords[0]).not.toHaveProperty('timeUnixNano');
  },
);

test('a line as OpenTelemetry has it', () => {
  const hash = Buffer.alloc(32);
  expect(JSON.parse(otelLine({ install: 'laptop', sequence: 7, line: lineOf(3), hash }))).toEqual({
    resourceLogs: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: { stringValue: 'caliban' } },
            { key: 'service.instance.id', value: { stringValue: 'laptop' } },
          ],
        },
        scopeLogs: [
          {
            scope: { name: 'caliban.decisions' },
            logRecords: [
              {
                timeUnixNano: '1767323048000000000',
                severityNumber: 13,
                severityText: 'WARN',
                body: { stringValue: lineOf(3) },
                attributes: [
                  { key: 'caliban.tool_name', value: { stringValue: 'Bash' } },
                  { key: 'caliban.action', value: { stringValue: 'deny' } },
                  { key: 'caliban.outcome', value: { stringValue: 'denied' } },
                  { key: 'caliban.rule', value: { stringValue: 'Bash:rm *' } },
                  { key: 'caliban.sequence', value: { intValue: '7' } },
                ],
              },
            ],
          },
        ],
      },
    ],
  });
});

const TIME = Date.parse('2026-01-02T03:04:05.000Z');

function lineOf(n: number): string {
  return JSON.stringify({
    ts: new Date(TIME + n * 1_000).toISOString(),
    n,
    tool_name: 'Bash',
    action: 'deny',
    outcome: 'denied',
    rule: { pattern: 'Bash:rm *' },
  });
}

function textOf(from: number, to: number): string {
  return numbers(from, to)
    .map((n) => `${lineOf(n)}\n`)
    .join('');
}

function write(log: string, from: number, to: number): void {
  appendFileSync(log, textOf(from, to));
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

async function world() {
  const hub = await runningHubs(cluster);
  const directory = mkdtempSync(join(tmpdir(), 'caliban-upload-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const token = await hub.token({ name: 'laptop', role: 'agent', owner: 'anna' });
  const admin = await hub.token({ name: 'dora', role: 'admin' });
  const log = join(directory, 'permission-decisions.jsonl');
  return { hub, admin, directory, log, install: installOf({ hub, token, admin, log, directory }) };
}

type InstallParts = { hub: TestHub; token: string; admin: string; log: string; directory: string };

function installOf({ hub, token, admin, log, directory }: InstallParts) {
  let state: UploadState | null = null;
  const client = hubClient({ url: hub.hubs[0]?.url as string, token });
  const read = (from: Parameters<typeof readNewLines>[1]) => readNewLines(log, from);
  return {
    /** `forget`: the process dies after the hub has the lines, before the place is kept. */
    upload: ({ forget = false } = {}) =>
      uploadLog({
        client,
        state,
        read,
        save: async (next) => {
          if (!forget) state = next;
        },
      }),
    lose: () => {
      state = null;
    },
    compare: () => compareLog({ client, read }),
    async verify() {
      const { reports } = (await hub.send(admin, 'GET', '/api/log/verify?install=laptop')).body as {
        reports: [{ lines: number; broken: { sequence: number } | null; gaps: readonly object[] }];
      };
      return reports[0];
    },
    async stored() {
      const url = `${hub.hubs[0]?.url}/api/log/export`;
      const reply = await fetch(url, { headers: { authorization: `Bearer ${admin}` } });
      const lines = (await reply.text()).trim().split('\n');
      return lines.map((line) => Number(JSON.parse(JSON.parse(line).line).n));
    },
    elsewhere(name: string, fill: (file: string) => void) {
      fill(join(directory, name));
      return installOf({ hub, token, admin, log: join(directory, name), directory });
    },
  };
}
