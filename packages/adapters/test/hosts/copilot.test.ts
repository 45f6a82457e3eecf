import { ok } from '@caliban/calls/types';
import { expect, test } from 'vitest';
import { claudeCode } from '../../src/hosts/claude-code/adapter.ts';
import { copilot } from '../../src/hosts/copilot/adapter.ts';
import type { HostAdapter } from '../../src/hosts/host-adapter.ts';
import { recorded } from '../helpers/recorded.ts';

test.each([
  ['bash', { calls: [{ tool: 'Bash', input: { command: 'git status', description: 'd' } }] }],
  ['bash-as-json-text', { calls: [{ tool: 'Bash', input: { command: 'git push' } }] }],
  ['view', { calls: [{ tool: 'Read', input: { path: '/repo/a.ts' } }] }],
  ['create', { calls: [{ tool: 'Write', input: { path: '/repo/a.ts', content: 'x' } }] }],
  ['edit', { calls: [{ tool: 'Edit', input: { path: '/repo/a.ts', old_string: 'a', new_string: 'b' } }] }],
  ['str-replace-editor-view', { calls: [{ tool: 'Read', input: { path: '/repo/a.ts', command: 'view' } }] }],
  ['apply-patch', { calls: [{ tool: 'Edit', input: { path: 'a.ts', delete: true } }] }],
  ['powershell', { calls: [{ tool: 'PowerShell', input: { command: 'Remove-Item a' }, access: 'execute' }] }],
  ['grep', { calls: [{ tool: 'Grep', input: { path: 'src', pattern: 'TODO' } }] }],
  [
    'mcp',
    {
      calls: [
        { tool: 'mcp__github__mcp-server-search_code', input: { q: 'x' } },
        { tool: 'mcp__github-mcp__server-search_code', input: { q: 'x' } },
        { tool: 'mcp__github-mcp-server__search_code', input: { q: 'x' } },
      ],
    },
  ],
  ['vscode-shape', { calls: [{ tool: 'Edit', input: { path: '/repo/a.ts', old_string: 'a', new_string: 'b' } }] }],
])('%s', (name, request) => {
  expect(copilot.read(recorded('copilot', name))).toEqual(
    ok({ kind: 'calls', cwd: '/repo', sessionId: 's1', ...request }),
  );
});

test.each([
  ['bash', 'allow', '{"permissionDecision":"allow"}'],
  ['bash', 'ask', '{"permissionDecision":"ask","permissionDecisionReason":"why"}'],
  ['vscode-shape', 'deny', '{"permissionDecision":"deny","permissionDecisionReason":"why"}'],
] as const)('%s, %s → %s', (name, action, answer) => {
  const reply = copilot.reply({ action, message: 'why' }, recorded('copilot', name));
  expect(reply).toEqual({ stdout: `${answer}\n`, stderr: '', exitCode: 0 });
});

test.each([
  // Any of three tools comes as Edit; what it may be is judged.
  ['Edit', { path: 'a', old_str: 'x', input: '*** Update File: b' }, ['Edit b', 'Edit a']],
  ['Edit', { input: '*** Update File: b' }, ['Edit b']],
  ['Edit', { command: 'view', path: 'a' }, ['Read a']],
  ['Edit', { command: 'create', path: 'a', file_text: 'x' }, ['Write a']],
  ['Edit', { command: 'view', path: 'a', old_str: 'x' }, ['Edit a', 'Read a']],
  // Whatever is typed needs a rule with this name.
  ['write_bash', { shellId: '1', input: 'git push' }, ['Bash git push', 'write_bash undefined']],
])('%s of %j is judged as %j', (tool_name, tool_input, judged) => {
  const payload = { ...(recorded('copilot', 'vscode-shape') as object), tool_name, tool_input };
  for (const adapter of [copilot, claudeCode]) expect(judgedBy(adapter, payload)).toEqual(judged);
});

test('through the hooks of Claude Code, its own names and fields', () => {
  const shape = recorded('copilot', 'vscode-shape') as object;
  const grep = { ...shape, tool_name: 'Grep', tool_input: '{"pattern":".","paths":["/home/me/.ssh"]}' };
  expect(judgedBy(claudeCode, grep)).toEqual(['Grep /home/me/.ssh']);
  const mcp = { ...shape, tool_name: 'github-create_issue', tool_input: {} };
  expect(claudeCode.read(mcp)).toMatchObject({ value: { calls: [{ tool: 'mcp__github__create_issue' }] } });
});

test.each(['task', 'Task', 'Agent'])('%s starts an agent of a kind that rules can name', (tool_name) => {
  const shape = recorded('copilot', 'vscode-shape') as object;
  const payload = { ...shape, tool_name, tool_input: { agent_type: 'evil', prompt: 'p' } };
  const call = { tool: 'Agent', input: { subagent_type: 'evil', prompt: 'p' } };
  for (const adapter of [copilot, claudeCode])
    expect(adapter.read(payload)).toMatchObject({ value: { calls: [call] } });
});

test.each([
  ['mcp__my-db__drop', ['mcp__my-db__drop']],
  ['mcp__db__drop-table', ['mcp__db__drop-table']],
  ['mcp-db-drop', ['mcp__mcp__db-drop', 'mcp__mcp-db__drop']],
  ['mcp_my-db', ['mcp__mcp_my__db']],
])('%s is judged as %j', (tool_name, judged) => {
  const shape = { ...(recorded('copilot', 'vscode-shape') as object), tool_name, tool_input: {} };
  const own = { toolName: tool_name, toolArgs: {} };
  const calls = judged.map((tool) => ({ tool, input: {} }));
  for (const adapter of [copilot, claudeCode]) expect(adapter.read(shape)).toMatchObject({ value: { calls } });
  expect(copilot.read(own)).toMatchObject({ value: { calls } });
});

function judgedBy(adapter: HostAdapter, payload: unknown): readonly string[] {
  const request = adapter.read(payload);
  if (!request.ok || request.value.kind !== 'calls') throw new Error('nothing is judged');
  return request.value.calls.map(({ tool, input }) => {
    const { path, command } = input as { path?: string; command?: string };
    return `${tool} ${path ?? command}`;
  });
}

test('other events ask for nothing', () => {
  expect(copilot.read(recorded('copilot', 'session-start'))).toEqual(ok({ kind: 'nothing-to-judge' }));
});
