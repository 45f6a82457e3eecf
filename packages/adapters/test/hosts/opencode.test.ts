import { ok } from '@caliban/calls/types';
import { expect, test } from 'vitest';
import { opencode } from '../../src/hosts/opencode/adapter.ts';
import { recorded } from '../helpers/recorded.ts';

test.each([
  ['bash', { calls: [{ tool: 'Bash', input: { command: 'ls', workdir: 'sub', description: 'd' }, cwd: 'sub' }] }],
  ['read', { calls: [{ tool: 'Read', input: { path: '/repo/a.ts', limit: 5 } }] }],
  [
    'edit',
    { calls: [{ tool: 'Edit', input: { path: '/repo/a.ts', old_string: 'a', new_string: 'b', replace_all: true } }] },
  ],
  ['apply-patch', { calls: [{ tool: 'Write', input: { path: 'a.ts', content: 'x' } }] }],
  ['grep', { calls: [{ tool: 'Grep', input: { pattern: 'TODO', glob: '*.ts' }, globs: ['*.ts'] }] }],
  ['webfetch', { calls: [{ tool: 'WebFetch', input: { url: 'https://example.com', format: 'text' } }] }],
  // The longest server that fits.
  // Two servers may have it: `git`, and `git_hub`.
  [
    'mcp',
    {
      calls: [
        { tool: 'mcp__git__hub_create_issue', input: { title: 't' } },
        { tool: 'mcp__git_hub__create_issue', input: { title: 't' } },
      ],
    },
  ],
  [
    'batch',
    {
      calls: [
        { tool: 'Read', input: { path: 'a' } },
        { tool: 'Bash', input: { command: 'rm a' } },
      ],
    },
  ],
  ['skill', { calls: [{ tool: 'skill', input: { name: 'x' } }] }],
])('%s', (name, request) => {
  expect(opencode.read(recorded('opencode', name))).toEqual(
    ok({ kind: 'calls', cwd: '/repo', sessionId: 'ses_1', toolUseId: 'call_1', ...request }),
  );
});

test('`~` is a name to it, and the home directory in rules', () => {
  const payload = { tool: 'read', args: { filePath: '~/../.env' }, directory: '/repo', sessionID: 's' };
  expect(opencode.read(payload)).toMatchObject({
    value: { calls: [{ input: { path: '~/../.env' } }, { input: { path: './~/../.env' } }] },
  });
});

test.each([
  ['bash', 'allow', '{"action":"allow"}'],
  [
    'bash',
    'ask',
    '{"action":"deny","message":"this call needs approval, and this host cannot ask for it here: why; the operator can allow such calls with caliban perms add"}',
  ],
  ['bash', 'deny', '{"action":"deny","message":"why"}'],
] as const)('%s, %s → %s', (name, action, answer) => {
  const reply = opencode.reply({ action, message: 'why' }, recorded('opencode', name));
  expect(reply).toEqual({ stdout: `${answer}\n`, stderr: '', exitCode: 0 });
});
