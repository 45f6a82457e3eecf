import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PastCall } from '../../src/histories/past-call.ts';
import { type HistoryRequest, readHistory } from '../../src/histories/read-history.ts';
import { placesIn } from './helpers/history-places.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'histories-'));
});

afterEach(() => rmSync(home, { recursive: true }));

const SESSION = '.claude/projects/-work-app/s1.jsonl';

function asked(id: string, command: string, more: object = {}): object {
  return {
    type: 'assistant',
    cwd: '/work/app',
    sessionId: 's1',
    timestamp: '2026-11-01T10:00:00.000Z',
    message: { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
    ...more,
  };
}

function answered(id: string, result: object = {}, more: object = {}): object {
  return {
    type: 'user',
    sessionId: 's1',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'done', ...result }] },
    ...more,
  };
}

function write(file: string, lines: readonly (object | string)[]): string {
  const path = join(home, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join(''));
  return path;
}

async function read(request: Partial<HistoryRequest> = {}) {
  const places = placesIn(home, join(home, 'state/permission-decisions.jsonl'));
  const { calls, report } = readHistory({ places, ...request });
  const all: PastCall[] = [];
  for await (const call of calls) all.push(call);
  return { calls: all, report, commands: all.map(({ input }) => (input as { command?: string }).command) };
}

test('a call is returned with its directory, time and session', async () => {
  write(SESSION, [asked('t1', 'npm test'), answered('t1')]);
  const { calls } = await read();
  expect(calls).toEqual([
    {
      agent: 'claude',
      tool: 'Bash',
      input: { command: 'npm test' },
      cwd: '/work/app',
      at: Date.parse('2026-11-01T10:00:00.000Z'),
      session: 's1',
      ran: 'yes',
    },
  ]);
});

test.each([
  ['no error', {}, {}, 'yes'],
  ['a command that failed', { is_error: true, content: 'Exit code 1\nboom' }, {}, 'yes'],
  ['the same in a block', { is_error: true, content: [{ type: 'text', text: 'Exit code 2' }] }, {}, 'yes'],
  [
    'accepted, then failed',
    { is_error: true, content: 'no such file' },
    { permissionDecision: { decision: 'accept' } },
    'yes',
  ],
  ['another error', { is_error: true, content: 'no such file' }, {}, 'failed-or-unknown'],
  ['rejected by the user', { is_error: true }, { toolDenialKind: 'user-rejected' }, 'rejected'],
  ['denied by a rule', { is_error: true }, { toolDenialKind: 'permission-rule' }, 'rejected'],
  ['a denial we have not heard of', { is_error: true }, { toolDenialKind: 'moon-phase' }, 'rejected'],
  ['interrupted', { is_error: true }, { toolDenialKind: 'interrupted' }, 'failed-or-unknown'],
  ['decided: reject', {}, { permissionDecision: { decision: 'reject' } }, 'rejected'],
  [
    'rejected in an older version',
    { is_error: true, content: "The user doesn't want to proceed with this tool use. The tool use was rejected" },
    {},
    'rejected',
  ],
  [
    'denied in an older version',
    { is_error: true, content: 'Permission to use Bash with command rm x has been denied.' },
    {},
    'rejected',
  ],
])('%s', async (_, result, more, ran) => {
  write(SESSION, [asked('t1', 'x'), answered('t1', result, more)]);
  expect((await read()).calls.map((call) => call.ran)).toEqual([ran]);
});

test('a call without a result comes last', async () => {
  write(SESSION, [asked('t1', 'a'), asked('t2', 'b'), answered('t2')]);
  expect((await read()).calls.map(({ input, ran }) => [input, ran])).toEqual([
    [{ command: 'b' }, 'yes'],
    [{ command: 'a' }, 'failed-or-unknown'],
  ]);
});

test.each([
  ['default', undefined],
  ['bypassPermissions', true],
  ['auto', true],
])('mode %s', async (mode, unsupervised) => {
  write(SESSION, [
    { type: 'permission-mode', permissionMode: mode, sessionId: 's1' },
    asked('t1', 'x'),
    answered('t1'),
  ]);
  expect((await read()).calls.map((call) => [call.mode, call.unsupervised])).toEqual([[mode, unsupervised]]);
});

test('a sub-agent of a session without questions has none either', async () => {
  const parent = write(SESSION, [{ type: 'user', permissionMode: 'bypassPermissions', sessionId: 's1', message: {} }]);
  write('.claude/projects/-work-app/s1/subagents/agent-a.jsonl', [
    asked('t1', 'x', { isSidechain: true }),
    answered('t1'),
  ]);
  utimesSync(parent, new Date(), new Date(Date.now() + 10_000));
  expect((await read()).calls.map(({ input, unsupervised }) => [input, unsupervised])).toEqual([
    [{ command: 'x' }, true],
  ]);
});

test('a resumed session that repeats another is counted once', async () => {
  write(SESSION, [asked('t1', 'a'), answered('t1')]);
  write('.claude/projects/-work-app/s2.jsonl', [asked('t1', 'a'), answered('t1'), asked('t2', 'b'), answered('t2')]);
  const { commands, report } = await read();
  expect([commands, report.agents.get('claude')?.repeated]).toEqual([['a', 'b'], 1]);
});

test('unknown or broken lines are counted and skipped', async () => {
  write(SESSION, [
    { type: 'hologram' },
    'not json\n',
    { type: 'user', message: { content: 'x'.repeat(17 * 1024 * 1024) } },
    asked('t1', 'a'),
    answered('t1'),
    '{"type":"assi',
  ]);
  const { commands, report } = await read();
  expect(commands).toEqual(['a']);
  const { unknownLines, unknownKinds, brokenLines, longLines } = report.agents.get('claude') ?? {};
  expect({ unknownLines, unknownKinds, brokenLines, longLines }).toEqual({
    unknownLines: 1,
    unknownKinds: ['hologram'],
    brokenLines: 2,
    longLines: 1,
  });
});

test('links are skipped with a notice', async () => {
  const target = write('elsewhere.jsonl', [asked('t1', 'a'), answered('t1')]);
  const link = join(home, '.claude/projects/p/link.jsonl');
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(target, link);
  const { calls, report } = await read();
  expect([calls, report.notices]).toEqual([[], [{ agent: 'claude', file: link, problem: 'it is a symbolic link' }]]);
});

test('only what was asked for', async () => {
  write(SESSION, [
    asked('t1', 'old', { timestamp: '2026-10-01T00:00:00.000Z' }),
    answered('t1'),
    asked('t2', 'below', { cwd: '/work/app/lib' }),
    answered('t2'),
    asked('t3', 'elsewhere', { cwd: '/work/apple' }),
    answered('t3'),
  ]);
  const since = Date.parse('2026-10-15T00:00:00.000Z');
  expect((await read({ since, project: '/work/app' })).commands).toEqual(['below']);
});

test('another configuration directory', async () => {
  write('conf/projects/p/s1.jsonl', [asked('t1', 'a'), answered('t1')]);
  const places = { directories: new Map([['claude', [join(home, 'conf')]]] as const), log: join(home, 'log.jsonl') };
  expect((await read({ places })).commands).toEqual(['a']);
});

test.each([
  [{ action: 'allow', outcome: 'allow', because: { kind: 'rule' } }, 'yes', undefined],
  [{ action: 'ask', outcome: 'handed-over', because: { kind: 'no-rule' } }, 'failed-or-unknown', undefined],
  [{ action: 'deny', outcome: 'deny', because: { kind: 'rule' } }, 'rejected', undefined],
  [
    { action: 'ask', outcome: 'deny', because: { kind: 'operator', answer: 'reject once', by: 'operator' } },
    'rejected',
    undefined,
  ],
  [
    { action: 'ask', outcome: 'deny', because: { kind: 'operator', answer: 'reject once', by: 'headless' } },
    'failed-or-unknown',
    true,
  ],
  [{ action: 'allow', outcome: 'allow', because: { kind: 'mode', mode: 'bypassPermissions', over: {} } }, 'yes', true],
])('the log: %j', async (entry, ran, unsupervised) => {
  write('state/permission-decisions.jsonl', [
    {
      ts: '2026-11-01T10:00:00.000Z',
      tool_name: 'Bash',
      input: { command: 'x' },
      cwd: '/w',
      mode: 'default',
      ...entry,
    },
  ]);
  expect((await read()).calls.map((call) => [call.agent, call.ran, call.unsupervised])).toEqual([
    ['log', ran, unsupervised],
  ]);
});

test('a call that the agent and the log both have is counted once', async () => {
  write(SESSION, [asked('t1', 'a'), answered('t1')]);
  const line = { ts: '2026-11-01T10:00:00.000Z', tool_name: 'Bash', cwd: '/w', action: 'allow', outcome: 'allow' };
  write('state/permission-decisions.jsonl', [
    { ...line, tool_use_id: 't1', input: { command: 'a' } },
    { ...line, tool_use_id: 't9', input: { command: 'b' } },
    { ...line, tool_use_id: 't8', truncated: true },
  ]);
  expect((await read()).commands).toEqual(['a', 'b']);
});
