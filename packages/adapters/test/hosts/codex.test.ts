import { ok } from '@caliban/calls/types';
import { expect, test } from 'vitest';
import { codex } from '../../src/hosts/codex/adapter.ts';
import { recorded } from '../helpers/recorded.ts';

test.each([
  ['bash', { calls: [{ tool: 'Bash', input: { command: 'git status' } }] }],
  [
    'shell-array',
    {
      calls: [{ tool: 'Bash', input: { command: "git commit -m 'it'\\''s done'", workdir: 'sub' }, cwd: '/repo/sub' }],
    },
  ],
  [
    'apply-patch',
    {
      calls: [
        {
          tool: 'Write',
          input: { path: 'src/new.ts', content: 'export const a = 1;\n// *** Delete File: not/a/header' },
        },
        { tool: 'Edit', input: { path: 'src/old.ts', patch: '@@\n-a\n+b' } },
        { tool: 'Write', input: { path: 'src/moved.ts' } },
        { tool: 'Edit', input: { path: 'src/gone.ts', delete: true } },
      ],
      mode: 'acceptEdits',
    },
  ],
  ['mcp', { calls: [{ tool: 'mcp__github__create_issue', input: { title: 't' } }] }],
  ['spawn-agent', { calls: [{ tool: 'Agent', input: { subagent_type: 'explorer', message: 'm' } }], agent: 'a1' }],
])('%s', (name, request) => {
  expect(codex.read(recorded('codex', name))).toEqual(
    ok({ kind: 'calls', sessionId: '019a', toolUseId: 'call_1', ...request, calls: request.calls.map(inRepo) }),
  );
});

test.each([
  ['bash', 'allow', ''],
  [
    'bash',
    'ask',
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"this call needs approval, and this host cannot ask for it here: why; the operator can allow such calls with caliban perms add"}}',
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
  const reply = codex.reply({ action, message: 'why' }, recorded('codex', name));
  expect(reply).toEqual({ stdout, stderr: '', exitCode: 0 });
});

test('other events ask for nothing', () => {
  expect(codex.read(recorded('codex', 'post-tool-use'))).toEqual(ok({ kind: 'nothing-to-judge' }));
});

/** The directory the model chose, not the one whose rules are in force. */
function inRepo<Call extends object>(call: Call): Call & { readonly cwd: string } {
  return { cwd: '/repo', ...call };
}
