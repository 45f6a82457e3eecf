import { ok } from '@caliban/calls/types';
import { expect, test } from 'vitest';
import { claudeCode } from '../../src/hosts/claude-code/adapter.ts';
import { recorded } from '../helpers/recorded.ts';

test.each([
  ['bash', { calls: [{ tool: 'Bash', input: { command: 'git status', description: 'Show status', timeout: 5000 } }] }],
  ['read', { calls: [{ tool: 'Read', input: { path: '/repo/a.ts', offset: 1, limit: 20 } }] }],
  ['write', { calls: [{ tool: 'Write', input: { path: '/repo/a.ts', content: 'x' } }], mode: 'acceptEdits' }],
  [
    'edit',
    {
      calls: [{ tool: 'Edit', input: { path: '/repo/a.ts', old_string: 'a', new_string: 'b', replace_all: true } }],
      // In its plan mode its own rules apply, and ours as written.
      mode: 'default',
    },
  ],
  // Its bypass opens nothing of ours.
  [
    'notebook-edit',
    { calls: [{ tool: 'NotebookEdit', input: { path: '/repo/n.ipynb', new_source: '1', cell_id: 'c1' } }] },
  ],
  // Its dontAsk denies, ours allows.
  ['glob', { calls: [{ tool: 'Glob', input: { pattern: '**/*.ts' }, globs: ['**/*.ts'] }], mode: 'default' }],
  ['grep', { calls: [{ tool: 'Grep', input: { path: 'src', pattern: 'TODO', output_mode: 'content', '-i': true } }] }],
  ['web-fetch', { calls: [{ tool: 'WebFetch', input: { url: 'https://example.com/a', prompt: 'summarise' } }] }],
  ['mcp', { calls: [{ tool: 'mcp__github__create_issue', input: { title: 't' } }] }],
  ['sub-agent', { calls: [{ tool: 'Bash', input: { command: 'ls' } }], agent: 'agent-7' }],
  ['task', { calls: [{ tool: 'Agent', input: { prompt: 'p', description: 'd', subagent_type: 'Explore' } }] }],
  ['powershell', { calls: [{ tool: 'PowerShell', input: { command: 'Get-ChildItem' }, access: 'execute' }] }],
])('%s', (name, request) => {
  expect(claudeCode.read(recorded('claude-code', name))).toEqual(
    ok({ kind: 'calls', cwd: '/repo', sessionId: '3f2a', toolUseId: 'toolu_01', ...request }),
  );
});

test.each([
  ['bash', 'allow', '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'],
  [
    'bash',
    'ask',
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"why"}}',
  ],
  [
    'bash',
    'deny',
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"why"}}',
  ],
  [
    'permission-request',
    'allow',
    '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}',
  ],
  ['permission-request', 'ask', ''],
  [
    'permission-request',
    'deny',
    '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"why"}}}',
  ],
] as const)('%s, %s → %s', (name, action, answer) => {
  const stdout = answer === '' ? '' : `${answer}\n`;
  const reply = claudeCode.reply({ action, message: 'why' }, recorded('claude-code', name));
  expect(reply).toEqual({ stdout, stderr: '', exitCode: 0 });
});

test.each([
  ['PreToolUse', [{ tool: 'ExitPlanMode', input: { plan: 'p' } }]],
  // Here an allow would be the approval of the plan.
  [
    'PermissionRequest',
    [
      { tool: 'ExitPlanMode', input: { plan: 'p' } },
      { tool: 'exit_plan_mode', input: { plan: 'p' }, access: 'internal' },
    ],
  ],
])('leaving plan mode, %s', (event, calls) => {
  const payload = {
    hook_event_name: event,
    tool_name: 'ExitPlanMode',
    tool_input: { plan: 'p' },
    permission_mode: 'plan',
  };
  const isRepeated = event === 'PermissionRequest' ? { isRepeated: true } : {};
  expect(claudeCode.read(payload)).toEqual(ok({ kind: 'calls', calls, mode: 'default', ...isRepeated }));
});

test('other events ask for nothing', () => {
  expect(claudeCode.read(recorded('claude-code', 'stop'))).toEqual(ok({ kind: 'nothing-to-judge' }));
});

test('Copilot runs these hooks too, with its own fields', () => {
  const payload = recorded('claude-code', 'from-copilot');
  expect(claudeCode.read(payload)).toMatchObject({
    ok: true,
    value: { calls: [{ tool: 'Read', input: { path: '/repo/a.ts' } }] },
  });
  expect(JSON.parse(claudeCode.reply({ action: 'deny', message: 'no' }, payload).stdout)).toEqual({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
    permissionDecision: 'deny',
    permissionDecisionReason: 'no',
  });
});
