import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PastCall } from '../../src/histories/past-call.ts';
import { readHistory } from '../../src/histories/read-history.ts';
import { openSqlite, type SqliteDatabase } from '../../src/sqlite/open-sqlite.ts';
import { placesIn } from './helpers/history-places.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'histories-'));
});

afterEach(() => rmSync(home, { recursive: true }));

function place(file: string, content: string | Buffer): string {
  const path = join(home, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

function lines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

async function read() {
  const { calls, report } = readHistory({ places: placesIn(home) });
  const all: PastCall[] = [];
  for await (const call of calls) all.push(call);
  return { calls: all, report };
}

const AT = '2026-11-01T10:00:00.000Z';

describe('Codex', () => {
  const META = { timestamp: AT, type: 'session_meta', payload: { id: 's1', cwd: '/work/app' } };
  const item = (payload: object) => ({ timestamp: AT, type: 'response_item', payload });
  const exec = (id: string, cmd: string) =>
    item({ type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd }), call_id: id });
  const output = (id: string, text: unknown) => item({ type: 'function_call_output', call_id: id, output: text });
  const rollout = '.codex/sessions/2026/11/01/rollout-2026-11-01T10-00-00-s1.jsonl';

  test('a call with its turn', async () => {
    place(
      rollout,
      lines([
        META,
        {
          timestamp: AT,
          type: 'turn_context',
          payload: { cwd: '/work/app/x', approval_policy: 'on-request', sandbox_policy: { type: 'workspace-write' } },
        },
        exec('c1', 'npm test'),
        output('c1', 'Chunk ID: 1\nProcess exited with code 0'),
      ]),
    );
    expect((await read()).calls).toEqual([
      {
        agent: 'codex',
        tool: 'exec_command',
        input: { cmd: 'npm test' },
        cwd: '/work/app/x',
        at: Date.parse(AT),
        session: 's1',
        ran: 'yes',
        mode: 'on-request, workspace-write',
      },
    ]);
  });

  test.each([
    ['Exit code: 1\nOutput: failed', 'yes'],
    ['{"output":"x","metadata":{"exit_code":1}}', 'yes'],
    ['exec command rejected by user', 'rejected'],
    ['aborted by user after 3s', 'failed-or-unknown'],
    ['failed to parse function arguments', 'failed-or-unknown'],
    [{ content: 'ok', success: true }, 'yes'],
  ])('output %j', async (text, ran) => {
    place(rollout, lines([META, exec('c1', 'x'), output('c1', text)]));
    expect((await read()).calls.map((call) => call.ran)).toEqual([ran]);
  });

  test.each([
    [{ approval_policy: 'never', sandbox_policy: { type: 'workspace-write' } }, true],
    [{ approval_policy: 'on-request', sandbox_policy: { mode: 'danger-full-access' } }, true],
    [{ approval_policy: 'untrusted' }, undefined],
  ])('%j', async (payload, unsupervised) => {
    place(rollout, lines([META, { type: 'turn_context', payload }, exec('c1', 'x'), output('c1', 'Exit code: 0')]));
    expect((await read()).calls.map((call) => call.unsupervised)).toEqual([unsupervised]);
  });

  test('commands that code started, and those that were declined', async () => {
    const done = (id: string, status: string) => ({
      timestamp: AT,
      type: 'event_msg',
      payload: {
        type: 'item_completed',
        item: { type: 'CommandExecution', id, command: ['bash', '-lc', id], cwd: '/w', status },
      },
    });
    place(rollout, lines([META, exec('c1', 'x'), done('c1', 'declined'), output('c1', 'x'), done('c2', 'completed')]));
    expect((await read()).calls.map(({ tool, ran, cwd }) => [tool, ran, cwd])).toEqual([
      ['exec_command', 'rejected', '/work/app'],
      ['shell', 'yes', '/w'],
    ]);
  });

  test('patches, MCP tools, the first version’s lines', async () => {
    place(
      rollout,
      lines([
        META,
        item({ type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin Patch', call_id: 'c1' }),
        item({ type: 'function_call', namespace: 'mcp__git__', name: 'log', arguments: '{}', call_id: 'c2' }),
        { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c3' },
        { type: 'dream' },
      ]),
    );
    const { calls, report } = await read();
    expect(calls.map(({ tool, input }) => [tool, input])).toEqual([
      ['apply_patch', { input: '*** Begin Patch' }],
      ['mcp__git__log', {}],
      ['shell', { command: ['ls'] }],
    ]);
    expect(report.agents.get('codex')?.unknownKinds).toEqual(['dream']);
  });

  test.each([
    ['cut off', (whole: Buffer) => whole.subarray(0, 900), 'it ends in the middle of its compressed data'],
    ['not compressed at all', () => Buffer.from('{"type":"session_meta"}'), 'invalid zstd data'],
  ])('a compressed session that is %s: a notice', async (_, spoilt, problem) => {
    const whole = readFileSync(new URL('recorded/codex.jsonl.zst', import.meta.url));
    const file = place(`${rollout}.zst`, spoilt(whole));
    expect((await read()).report.notices).toEqual([{ agent: 'codex', file, problem }]);
  });
});

describe('Gemini CLI', () => {
  const call = (id: string, status: string, more: object = {}) => ({
    id,
    name: 'run_shell_command',
    args: { command: id },
    status,
    ...more,
  });
  const message = (id: string, toolCalls: readonly object[]) => ({ id, type: 'gemini', timestamp: AT, toolCalls });

  test('a message that is written again is read once', async () => {
    place('.gemini/projects.json', JSON.stringify({ projects: { '/work/app': 'app' } }));
    place(
      '.gemini/tmp/app/chats/session-1.jsonl',
      lines([
        { sessionId: 's1', projectHash: 'h', startTime: AT },
        { id: 'u', type: 'user', content: 'hi' },
        message('m1', [call('a', 'executing')]),
        message('m1', [call('a', 'success')]),
        message('m1', [call('a', 'success'), call('b', 'error')]),
        { $set: { lastUpdated: AT } },
        { $rewindTo: 'm1' },
      ]),
    );
    const { calls, report } = await read();
    expect(calls).toEqual([
      {
        agent: 'gemini',
        tool: 'run_shell_command',
        input: { command: 'a' },
        cwd: '/work/app',
        at: Date.parse(AT),
        session: 's1',
        ran: 'yes',
      },
      expect.objectContaining({ input: { command: 'b' }, ran: 'failed-or-unknown' }),
    ]);
    expect(report.agents.get('gemini')?.unknownLines).toBe(0);
  });

  test.each([
    ['cancelled', '[Operation Cancelled] Reason: User did not allow tool call', 'rejected'],
    ['cancelled', 'User cancelled the operation', 'failed-or-unknown'],
    ['error', 'Tool execution denied by policy.', 'rejected'],
  ])('%s: %s', async (status, said, ran) => {
    const result = [{ functionResponse: { response: { error: said } } }];
    place('.gemini/tmp/x/chats/session-1.jsonl', lines([message('m', [call('a', status, { result })])]));
    expect((await read()).calls.map((past) => past.ran)).toEqual([ran]);
  });

  test('the form of older versions', async () => {
    place('.gemini/tmp/abc/.project_root', '/work/app\n');
    place(
      '.gemini/tmp/abc/chats/session-1.json',
      JSON.stringify({ sessionId: 's1', messages: [message('m', [call('a', 'success')])] }),
    );
    expect((await read()).calls.map(({ cwd, ran }) => [cwd, ran])).toEqual([['/work/app', 'yes']]);
  });
});

describe('opencode', () => {
  const part = (state: object) => ({ type: 'tool', tool: 'bash', callID: JSON.stringify(state), state });
  const input = { command: 'x' };

  test.each([
    [{ status: 'completed', input }, 'yes'],
    [{ status: 'error', input, error: 'The user rejected permission to use this specific tool call.' }, 'rejected'],
    [{ status: 'error', input, error: 'caliban did not allow the call: caliban: …' }, 'rejected'],
    [{ status: 'error', input, error: 'no such file' }, 'failed-or-unknown'],
    [{ status: 'running', input }, 'failed-or-unknown'],
  ])('%j: %s', async (state, ran) => {
    database([part(state), { type: 'text', text: '"tool"' }]);
    const call = { agent: 'opencode', tool: 'bash', input, cwd: '/work/app', at: 5, session: 's1', ran };
    expect((await read()).calls).toEqual([call]);
  });

  test('a database that opencode is still writing is read', async () => {
    const open = database([part({ status: 'completed', input })], 'leave it open');
    open.run('update part set time_created = 6');
    expect((await read()).calls.map(({ at }) => at)).toEqual([6]);
    open.close();
  });

  test('a file that is not a database: a notice', async () => {
    const file = place('.local/share/opencode/opencode.db', 'x'.repeat(5000));
    const { notices } = (await read()).report;
    expect(notices).toEqual([{ agent: 'opencode', file, problem: expect.stringContaining('not a database') }]);
  });

  function database(parts: readonly object[], end: 'close it' | 'leave it open' = 'close it'): SqliteDatabase {
    const opened = openSqlite(place('.local/share/opencode/opencode.db', ''));
    opened.exec(`pragma journal_mode = wal;
      create table session (id text primary key, directory text);
      create table part (id text primary key, message_id text, session_id text, time_created integer, data text);
      insert into session values ('s1', '/work/app')`);
    for (const [index, each] of parts.entries())
      opened.run(`insert into part values (?, 'm', 's1', 5, ?)`, `p${index}`, JSON.stringify(each));
    if (end === 'close it') opened.close();
    return opened;
  }
});
