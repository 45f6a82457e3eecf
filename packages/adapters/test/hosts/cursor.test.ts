import { fail, ok } from '@caliban/calls/types';
import { expect, test } from 'vitest';
import { cursor } from '../../src/hosts/cursor/adapter.ts';
import { recorded } from '../helpers/recorded.ts';

const PRE_TOOL_USE = {
  hook_event_name: 'preToolUse',
  conversation_id: 'c1',
  workspace_roots: ['/repo', '/other', '/repo/packages/a/'],
};

test.each([
  [{ tool_name: 'Read', tool_input: { file_path: '/other/.env' } }, '/other'],
  [{ tool_name: 'Read', tool_input: { file_path: '/repo/.env' } }, '/repo'],
  [{ tool_name: 'Read', tool_input: { file_path: '/others/.env' } }, '/repo'],
  [{ tool_name: 'Read', tool_input: { file_path: '/repo/../other/.env' } }, '/other'],
  [{ tool_name: 'Read', tool_input: { file_path: '//other/./.env' } }, '/other'],
  [{ tool_name: 'Read', tool_input: { file_path: '../other/.env' } }, '/other'],
  [{ tool_name: 'Read', tool_input: { file_path: '/other/../repo/.env' } }, '/repo'],
  [{ tool_name: 'Read', tool_input: { file_path: 'src/.env' } }, '/repo'],
  [{ tool_name: 'Read', tool_input: { file_path: '/repo/packages/a/.env' } }, '/repo/packages/a/'],
  [{ tool_name: 'Read', tool_input: { file_path: '/repo/packages/b/.env' } }, '/repo'],
  [{ tool_name: 'Grep', tool_input: { pattern: 'x' } }, '/repo'],
  [{ tool_name: 'Grep', tool_input: { pattern: 'x', path: '/other' } }, '/other'],
  // Where a command runs is the model's choice, and must not choose the rules.
  [{ tool_name: 'Shell', tool_input: { command: 'ls', cwd: '/other' } }, '/repo'],
  [{ tool_name: 'Shell', tool_input: { command: 'ls', path: '/other/a' } }, '/repo'],
  [{ tool_name: 'MCP:disk:read', tool_input: { path: '/other/a' } }, '/repo'],
])('of several roots, %j is judged in %s', (call, cwd) => {
  expect(cursor.read({ ...PRE_TOOL_USE, ...call })).toMatchObject({ ok: true, value: { cwd } });
});

test('a relative path leads on from the first root, whichever has the say', () => {
  const payload = { ...PRE_TOOL_USE, tool_name: 'Read', tool_input: { file_path: '../other/.env' } };
  expect(cursor.read(payload)).toMatchObject({ value: { cwd: '/other', calls: [{ tool: 'Read', cwd: '/repo' }] } });
});

test.each([
  [{ file_path: '/other/.env', path: '/repo/README.md' }, 'the files of this call lie in several workspace roots'],
  [{ file_path: '/etc/hosts', path: '/other/README.md' }, 'the files of this call lie in several workspace roots'],
  [{ file_path: '~/other/.env' }, '`~` may lead into any of the workspace roots'],
])('of several roots none has the say over %j', (tool_input, problem) => {
  const payload = { ...PRE_TOOL_USE, tool_name: 'Read', tool_input };
  expect(cursor.read(payload)).toEqual(fail(problem));
  expect(cursor.read({ ...payload, workspace_roots: ['/repo'] })).toMatchObject({ value: { cwd: '/repo' } });
});

test('Write with the fields of an edit is one, too', () => {
  const payload = { ...PRE_TOOL_USE, tool_name: 'Write', tool_input: { file_path: '/repo/.env', old_string: 'a' } };
  expect(cursor.read(payload)).toMatchObject({ value: { calls: [{ tool: 'Write' }, { tool: 'Edit' }] } });
});

test('a command that names no directory runs where the event says', () => {
  const payload = { ...PRE_TOOL_USE, cwd: '/repo/sub', tool_name: 'Shell', tool_input: { command: 'ls' } };
  expect(cursor.read(payload)).toMatchObject({ value: { calls: [{ tool: 'Bash', cwd: '/repo/sub' }] } });
});

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
