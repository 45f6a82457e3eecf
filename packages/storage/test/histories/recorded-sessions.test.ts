import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readHistory } from '../../src/histories/read-history.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'recorded-'));
});

afterEach(() => rmSync(home, { recursive: true }));

/**
 * Written by the real clients (Claude Code 2.1.325, Codex 0.166.0, Gemini CLI 0.61.0) with a model on the loopback address and caliban's
 * hook denying `touch denied`. Shortened: prompts, results and descriptions of the vendors are left out.
 */
const RECORDED = [
  ['claude', 'claude.jsonl', '.claude/projects/-home-me-lighthouse/session.jsonl'],
  ['codex', 'codex.jsonl', '.codex/sessions/2026/11/18/rollout-2026-11-18T22-21-50-x.jsonl'],
  ['gemini', 'gemini.jsonl', '.gemini/tmp/project/chats/session-2026-11-18T22-21-13b0bded.jsonl'],
] as const;

test.each(RECORDED)('what %s recorded is read', async (agent, recorded, file) => {
  mkdirSync(dirname(join(home, file)), { recursive: true });
  cpSync(fileURLToPath(new URL(`recorded/${recorded}`, import.meta.url)), join(home, file));
  const { calls } = readHistory({ agents: [agent], places: { home, env: {}, log: join(home, 'log.jsonl') } });
  const read: (readonly [command: string, ran: string])[] = [];
  for await (const { input, ran } of calls) {
    const { command, cmd = command, file_path = cmd } = input as Record<string, string>;
    read.push([file_path as string, ran]);
  }
  expect(read).toEqual([
    ['ls', 'yes'],
    ['cat README.md', 'yes'],
    // Gemini CLI records a refusal of a hook as an error.
    ['touch denied', agent === 'gemini' ? 'failed-or-unknown' : 'rejected'],
    ['false', 'yes'],
    // Claude Code asks about it, and without a terminal that is a no.
    ['touch lamp', agent === 'claude' ? 'rejected' : 'yes'],
    // Codex reads files with commands.
    ...(agent === 'codex' ? [] : [['/home/me/lighthouse/README.md', 'yes']]),
  ]);
});
