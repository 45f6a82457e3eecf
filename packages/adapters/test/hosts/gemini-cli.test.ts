import { ok } from '@caliban/calls/types';
import { expect, test } from 'vitest';
import { geminiCli } from '../../src/hosts/gemini-cli/adapter.ts';
import { recorded } from '../helpers/recorded.ts';

test.each([
  [
    'shell',
    {
      calls: [
        {
          tool: 'Bash',
          input: { command: 'npm test', dir_path: 'packages/a', is_background: false },
          cwd: 'packages/a',
        },
      ],
    },
  ],
  ['read-file', { calls: [{ tool: 'Read', input: { path: 'a.ts', start_line: 1 } }] }],
  // What a glob finds is not known here.
  [
    'read-many-files',
    {
      calls: [
        { tool: 'Read', input: { path: 'README.md' } },
        { tool: 'Read', input: { path: 'src/**/*.ts' } },
        { tool: 'Read', input: {}, globs: ['src/**/*.ts'] },
        { tool: 'read_many_files', input: { include: ['README.md', 'src/**/*.ts'] } },
      ],
    },
  ],
  ['write-file', { calls: [{ tool: 'Write', input: { path: '/repo/a.ts', content: 'x' } }] }],
  [
    'replace',
    { calls: [{ tool: 'Edit', input: { path: '/repo/a.ts', instruction: 'i', old_string: 'a', new_string: 'b' } }] },
  ],
  ['list-directory', { calls: [{ tool: 'Glob', input: { path: 'src' } }] }],
  ['grep-search', { calls: [{ tool: 'Grep', input: { pattern: 'TODO', glob: '*.ts' }, globs: ['*.ts'] }] }],
  [
    'web-fetch',
    {
      calls: ['https://example.com/a', 'http://other.example/b)', 'http://other.example/b'].map((url) => ({
        tool: 'WebFetch',
        input: { url, prompt: 'Compare https://example.com/a and (http://other.example/b)' },
      })),
    },
  ],
  ['google-web-search', { calls: [{ tool: 'WebSearch', input: { query: 'caliban' }, access: 'network' }] }],
  ['mcp', { calls: [{ tool: 'mcp__git_hub__create_issue', input: { title: 't' } }] }],
  // Every reading counts.
  [
    'mcp-without-context',
    {
      calls: [
        { tool: 'mcp__git__hub_push', input: { force: true } },
        { tool: 'mcp__git_hub__push', input: { force: true } },
      ],
    },
  ],
])('%s', (name, request) => {
  expect(geminiCli.read(recorded('gemini-cli', name))).toEqual(
    ok({ kind: 'calls', cwd: '/repo', sessionId: 'g1', ...request }),
  );
});

test.each([
  ['shell', 'allow', '{"decision":"allow"}'],
  [
    'shell',
    'ask',
    '{"decision":"deny","reason":"this call needs approval, and this host cannot ask for it here: why; the operator can allow such calls with caliban perms add"}',
  ],
  ['shell', 'deny', '{"decision":"deny","reason":"why"}'],
] as const)('%s, %s → %s', (name, action, answer) => {
  const reply = geminiCli.reply({ action, message: 'why' }, recorded('gemini-cli', name));
  expect(reply).toEqual({ stdout: `${answer}\n`, stderr: '', exitCode: 0 });
});

test('other events ask for nothing', () => {
  expect(geminiCli.read(recorded('gemini-cli', 'after-tool'))).toEqual(ok({ kind: 'nothing-to-judge' }));
});
