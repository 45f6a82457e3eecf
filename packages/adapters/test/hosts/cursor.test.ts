import { ok } from '@caliban/gate/internal/types/result';
import { expect, test } from 'vitest';
import { cursor } from '../../src/hosts/cursor.ts';
import { recorded } from '../helpers/recorded.ts';

test.each([
  ['before-shell-execution', { calls: [{ tool: 'Bash', input: { command: 'npm install', cwd: '' } }] }],
  ['shell-elsewhere', { calls: [{ tool: 'Bash', input: { command: 'ls', cwd: '/repo/sub' }, cwd: '/repo/sub' }] }],
  ['before-mcp-execution', { calls: [{ tool: 'mcp__unknown__create_issue', input: { title: 't' } }] }],
  [
    'mcp-with-server',
    { calls: [{ tool: 'mcp__github__create_issue', input: { title: 't' } }], toolUseId: 'u1', canAsk: false },
  ],
  ['before-read-file', { calls: [{ tool: 'Read', input: { path: '/repo/.env' } }], canAsk: false }],
  [
    'pre-tool-use-shell',
    {
      calls: [{ tool: 'Bash', input: { command: 'ls', working_directory: '/repo/sub' }, cwd: '/repo/sub' }],
      toolUseId: 'u1',
    },
  ],
  ['pre-tool-use-write', { calls: [{ tool: 'Write', input: { path: '/repo/a.ts', content: 'x' } }], canAsk: false }],
  ['pre-tool-use-delete', { calls: [{ tool: 'Edit', input: { path: '/repo/a.ts' } }], canAsk: false }],
  ['pre-tool-use-grep', { calls: [{ tool: 'Grep', input: { pattern: 'TODO' } }], canAsk: false }],
])('%s', (name, request) => {
  expect(cursor.read(recorded('cursor', name))).toEqual(
    ok({ kind: 'calls', cwd: '/repo', sessionId: 'c1', ...request }),
  );
});

test.each([
  ['before-shell-execution', 'allow', '{"permission":"allow"}'],
  [
    'before-shell-execution',
    'ask',
    '{"permission":"ask","user_message":"why","agent_message":"why","userMessage":"why","agentMessage":"why"}',
  ],
  [
    'before-shell-execution',
    'deny',
    '{"permission":"deny","user_message":"why","agent_message":"why","userMessage":"why","agentMessage":"why"}',
  ],
  ['pre-tool-use-shell', 'ask', '{}'],
  [
    'pre-tool-use-shell',
    'deny',
    '{"permission":"deny","user_message":"why","agent_message":"why","userMessage":"why","agentMessage":"why"}',
  ],
  ['before-read-file', 'allow', '{"permission":"allow"}'],
] as const)('%s, %s → %s', (name, action, answer) => {
  const reply = cursor.reply({ action, message: 'why' }, recorded('cursor', name));
  expect(reply).toEqual({ stdout: `${answer}\n`, stderr: '', exitCode: 0 });
});

test('other events ask for nothing', () => {
  expect(cursor.read(recorded('cursor', 'stop'))).toEqual(ok({ kind: 'nothing-to-judge' }));
});
