import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AgentTally } from '../../src/histories/history-report.ts';
import { opencodeSessions } from '../../src/histories/opencode-sessions.ts';
import type { HistoryAgent, PastCall } from '../../src/histories/past-call.ts';
import { readHistory } from '../../src/histories/read-history.ts';
import { openSqlite } from '../../src/sqlite/open-sqlite.ts';
import { libsqlEngine, nodeEngine } from '../../src/sqlite/sqlite-engine.ts';
import { placesIn } from './helpers/history-places.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'recorded-'));
});

afterEach(() => rmSync(home, { recursive: true }));

const ENGINES = [nodeEngine(), libsqlEngine()].flatMap((engine) =>
  engine === null ? [] : [[engine.name, engine] as const],
);

/**
 * Written by the real clients (Claude Code 2.1.325, Codex 0.166.0, Gemini CLI 0.61.0, opencode 1.18.33) with a model on the loopback
 * address and caliban's hook denying `touch denied`. Shortened: prompts, results and descriptions of the vendors are left out.
 */
const RECORDED = [
  ['claude', 'claude.jsonl', '.claude/projects/-home-me-lighthouse/session.jsonl'],
  ['codex', 'codex.jsonl', '.codex/sessions/2026/11/18/rollout-2026-11-18T22-21-50-x.jsonl'],
  ['codex', 'codex.jsonl.zst', '.codex/sessions/2026/11/18/rollout-2026-11-18T22-21-50-x.jsonl.zst'],
  ['gemini', 'gemini.jsonl', '.gemini/tmp/project/chats/session-2026-11-18T22-21-13b0bded.jsonl'],
] as const;

test.each(RECORDED)('what %s recorded is read from %s', async (agent, recorded, file) => {
  mkdirSync(dirname(join(home, file)), { recursive: true });
  cpSync(fileURLToPath(recordedFile(recorded)), join(home, file));
  expect(await callsOf(agent)).toEqual(expectedOf(agent));
});

test.each(ENGINES)('what opencode recorded is read with %s', async (_, engine) => {
  const file = join(home, '.local/share/opencode/opencode.db');
  mkdirSync(dirname(file), { recursive: true });
  const database = openSqlite(file, { engine });
  database.exec(readFileSync(recordedFile('opencode.sql'), 'utf8'));
  database.close();
  const rows: PastCall[] = [];
  for await (const batch of opencodeSessions(engine).read({ path: file, size: 0, changedAt: 0 }, new AgentTally()))
    rows.push(...batch.map(({ call }) => call));
  expect(rows.map(shortened)).toEqual(expectedOf('opencode'));
  expect(await callsOf('opencode')).toEqual(expectedOf('opencode'));
});

function recordedFile(name: string): URL {
  return new URL(`recorded/${name}`, import.meta.url);
}

async function callsOf(agent: HistoryAgent) {
  const { calls } = readHistory({ agents: [agent], places: placesIn(home) });
  const read: PastCall[] = [];
  for await (const call of calls) read.push(call);
  return read.map(shortened);
}

function shortened({ input, ran }: PastCall): readonly [what: string, ran: string] {
  const { command, cmd, file_path, filePath } = input as Record<string, string>;
  return [command ?? cmd ?? file_path ?? filePath ?? '', ran];
}

function expectedOf(agent: HistoryAgent) {
  return [
    ['ls', 'yes'],
    ['cat README.md', 'yes'],
    // Gemini CLI records a refusal of a hook as an error.
    ['touch denied', agent === 'gemini' ? 'failed-or-unknown' : 'rejected'],
    ['false', 'yes'],
    // Claude Code asks about it, and without a terminal that is a no.
    ['touch lamp', agent === 'claude' ? 'rejected' : 'yes'],
    // Codex reads files with commands.
    ...(agent === 'codex' ? [] : [['/home/me/lighthouse/README.md', 'yes']]),
  ];
}
