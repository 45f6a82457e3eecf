import { ok } from '@caliban/gate/internal/types/result';
import { expect, test } from 'vitest';
import { copilot } from '../../src/hosts/copilot.ts';
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

test('other events ask for nothing', () => {
  expect(copilot.read(recorded('copilot', 'session-start'))).toEqual(ok({ kind: 'nothing-to-judge' }));
});
