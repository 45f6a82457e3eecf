import { ok } from '@caliban/calls/types';
import { expect, test } from 'vitest';
import { qwenCode } from '../../src/hosts/qwen-code/adapter.ts';
import { recorded } from '../helpers/recorded.ts';

test.each([
  // Its yolo opens nothing of ours.
  ['shell', { calls: [{ tool: 'Bash', input: { command: 'npm test', is_background: false } }] }],
  ['read-file', { calls: [{ tool: 'Read', input: { path: '/repo/a.ts' } }] }],
  [
    'edit',
    {
      calls: [{ tool: 'Edit', input: { path: '/repo/a.ts', old_string: 'a', new_string: 'b' } }],
      mode: 'acceptEdits',
    },
  ],
  [
    'web-fetch',
    { calls: [{ tool: 'WebFetch', input: { url: 'https://example.com', prompt: 'summarise' } }], mode: 'default' },
  ],
  ['agent', { calls: [{ tool: 'Agent', input: { subagent_type: 'x', prompt: 'p' } }], agent: 'a1' }],
  ['mcp', { calls: [{ tool: 'mcp__github__create_issue', input: { title: 't' } }] }],
])('%s', (name, request) => {
  expect(qwenCode.read(recorded('qwen-code', name))).toEqual(
    ok({ kind: 'calls', cwd: '/repo', sessionId: 'q1', toolUseId: 'u1', ...request }),
  );
});

test.each([
  [
    'shell',
    'allow',
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"why"}}',
  ],
  [
    'shell',
    'ask',
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"why"}}',
  ],
  [
    'shell',
    'deny',
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"why"}}',
  ],
] as const)('%s, %s → %s', (name, action, answer) => {
  const reply = qwenCode.reply({ action, message: 'why' }, recorded('qwen-code', name));
  expect(reply).toEqual({ stdout: `${answer}\n`, stderr: '', exitCode: 0 });
});

test('other events ask for nothing', () => {
  expect(qwenCode.read(recorded('qwen-code', 'stop'))).toEqual(ok({ kind: 'nothing-to-judge' }));
});
