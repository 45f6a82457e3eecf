import { expect, test } from 'vitest';
import { claudeReadings } from '../../../src/hosts/claude-code/tools.ts';
import { geminiReadings } from '../../../src/hosts/gemini-cli/tools.ts';
import { qwenReadings } from '../../../src/hosts/qwen-code/tools.ts';
import { agentTool } from '../../../src/hosts/tools/agent-tool.ts';
import { everyMcpReading } from '../../../src/hosts/tools/every-mcp-reading.ts';
import { fileTool, globTool, grepTool } from '../../../src/hosts/tools/file-tool.ts';
import { patchTool } from '../../../src/hosts/tools/patch-tool.ts';
import { shellTool } from '../../../src/hosts/tools/shell-tool.ts';
import { incomplete } from '../../../src/hosts/tools/tool-map.ts';
import { typedTool } from '../../../src/hosts/tools/typed-tool.ts';
import { promptedFetchTool } from '../../../src/hosts/tools/web-tool.ts';

const read = fileTool('Read', { path: ['file_path', 'path'] });

test.each([
  ['src/a.ts', ['src/a.ts']],
  ['%2eenv', ['%2eenv', '.env']],
  ['@.env', ['@.env', '.env']],
  ['@/etc/x', ['@/etc/x', 'etc/x']],
  ['.e\0nv', ['.e\0nv', '.env']],
  ['~/../.env', ['~/../.env', './~/../.env']],
  ['100%', ['100%']],
  ['@', ['@']],
])('Gemini CLI may read %j as %j', (path, readings) => {
  expect(geminiReadings(path)).toEqual(readings);
});

test.each([
  ['/w/a b.ts', ['/w/a b.ts']],
  ['/w/.env ', ['/w/.env ', '/w/.env']],
  ['\u00a0.env', ['\u00a0.env', '.env']],
  ['cafe\u0301.txt', ['cafe\u0301.txt', 'café.txt']],
  ['cafe\u0301 ', ['cafe\u0301 ', 'café ', 'cafe\u0301', 'café']],
  ['café.txt', ['café.txt']],
  [' ', [' ', '.']],
])('Claude Code may read %j as %j', (path, readings) => {
  expect(new Set(claudeReadings(path))).toEqual(new Set(readings));
});

test.each([
  ['/w/a b.ts', ['/w/a b.ts']],
  [' /w/.env', [' /w/.env', '/w/.env']],
  ['/w/a\\ b', ['/w/a\\ b', '/w/a b']],
  ['/w/\\(x\\)\\n', ['/w/\\(x\\)\\n', '/w/(x)\\n']],
  ['/w/%2eenv\\!', ['/w/%2eenv\\!', '/w/.env\\!', '/w/%2eenv!', '/w/.env!']],
])('Qwen Code may read %j as %j', (path, readings) => {
  expect(new Set(qwenReadings(path))).toEqual(new Set(readings));
});

test.each<[object, readonly (string | undefined)[]]>([
  [{ pattern: '**/*.ts' }, [undefined]],
  [{ pattern: '*.ts', path: 'src' }, ['src']],
  // These look elsewhere than where they stand.
  [{ pattern: '/etc/**' }, [undefined, '/etc/**']],
  [{ pattern: '~/.ssh/*', path: 'src' }, ['src', '~/.ssh/*']],
  [{ pattern: '../*.md', path: 'src' }, ['src', 'src/../*.md']],
  [{ glob_pattern: 'a/../../b' }, [undefined, 'a/../../b']],
  [{ pattern: '{../home/.ssh,x}/*' }, [undefined, '../home/.ssh/*']],
  [{ pattern: '{/etc,src}/{a,b}' }, [undefined, '/etc/a', '/etc/b']],
  // More than are expanded.
  [{ pattern: `{${Array.from({ length: 70 }, (_, index) => index).join()},../x}/y` }, [undefined, '../x', '/y']],
  [{ pattern: `${'{a,'.repeat(40)}../x${'}'.repeat(40)}` }, [undefined, '../x']],
  [{ pattern: 'a..b/*' }, [undefined]],
  [{ pattern: 5 }, [undefined]],
])('a search for names, %j, looks at %j', (input, paths) => {
  const calls = globTool({ path: ['path'] })(input, 'glob');
  expect(calls.map(({ input: read }) => (read as { path?: string }).path)).toEqual(paths);
});

test.each([
  [{ file_path: 'a', limit: 1 }, [{ tool: 'Read', input: { path: 'a', limit: 1 } }]],
  [{ path: 'a' }, [{ tool: 'Read', input: { path: 'a' } }]],
  [{ file_path: 'a', path: 'a' }, [{ tool: 'Read', input: { path: 'a' } }]],
  // Which of the two will be read is not for us to guess.
  [
    { file_path: '/etc/shadow', path: 'README.md' },
    [
      { tool: 'Read', input: { path: '/etc/shadow' } },
      { tool: 'Read', input: { path: 'README.md' } },
    ],
  ],
  [
    { file_path: ['a', 'b'] },
    [
      { tool: 'Read', input: { path: 'a' } },
      { tool: 'Read', input: { path: 'b' } },
    ],
  ],
  // No rule for Read alone may let through what names no file.
  [
    {},
    [
      { tool: 'Read', input: {} },
      { tool: 'read_file', input: {} },
    ],
  ],
  [
    null,
    [
      { tool: 'Read', input: {} },
      { tool: 'read_file', input: null },
    ],
  ],
  [
    { file_path: 5 },
    [
      { tool: 'Read', input: {} },
      { tool: 'read_file', input: { file_path: 5 } },
    ],
  ],
  // Where it should not stand, but may be read from.
  [
    { filePath: 'a' },
    [
      { tool: 'Read', input: { path: 'a', filePath: 'a' } },
      { tool: 'Read', input: { filePath: 'a' } },
      { tool: 'read_file', input: { filePath: 'a' } },
    ],
  ],
  [
    { file_path: ['a', {}] },
    [
      { tool: 'Read', input: { path: 'a' } },
      { tool: 'Read', input: {} },
      { tool: 'read_file', input: { file_path: ['a', {}] } },
    ],
  ],
])('a file tool, %j', (input, calls) => {
  expect(read(input, 'read_file')).toEqual(calls);
});

test('fields called like what objects inherit are fields', () => {
  const input: unknown = JSON.parse('{"file_path":"a","__proto__":{"path":"b"},"constructor":1}');
  const [call] = read(input, 'read_file');
  expect(Object.keys(call?.input as object)).toEqual(['path', '__proto__', 'constructor']);
});

test.each([
  [{ pattern: 'x' }, [{ tool: 'Grep', input: { pattern: 'x' } }]],
  [{ pattern: 'x', dir_path: '' }, [{ tool: 'Grep', input: { pattern: 'x' } }]],
  [{ pattern: 'x', dir_path: null }, [{ tool: 'Grep', input: { pattern: 'x' } }]],
  [{ pattern: 'x', dir_path: 'src' }, [{ tool: 'Grep', input: { path: 'src', pattern: 'x' } }]],
  [
    { pattern: 'x', dir_path: 7 },
    [
      { tool: 'Grep', input: { pattern: 'x' } },
      { tool: 'grep_search', input: { pattern: 'x', dir_path: 7 } },
    ],
  ],
])('a search tool, %j', (input, calls) => {
  expect(grepTool({ path: ['dir_path'] })(input, 'grep_search')).toEqual(calls);
});

test.each([
  [{ command: 'ls' }, [{ tool: 'Bash', input: { command: 'ls' } }]],
  [{ command: ['ls', '-l a'] }, [{ tool: 'Bash', input: { command: "ls '-l a'" } }]],
  [{ command: 'ls', workdir: '/tmp' }, [{ tool: 'Bash', input: { command: 'ls', workdir: '/tmp' }, cwd: '/tmp' }]],
  [
    { command: 'ls', cmd: 'rm a' },
    [
      { tool: 'Bash', input: { command: 'ls' } },
      { tool: 'Bash', input: { command: 'rm a' } },
    ],
  ],
  // Where it will run is not for us to guess either.
  [
    { command: 'ls', workdir: '/tmp', directory: '/etc' },
    [
      { tool: 'Bash', input: { command: 'ls', workdir: '/tmp', directory: '/etc' }, cwd: '/tmp' },
      { tool: 'Bash', input: { command: 'ls', workdir: '/tmp', directory: '/etc' }, cwd: '/etc' },
    ],
  ],
  [
    { command: 'ls', workdir: '/tmp', directory: 5 },
    [
      { tool: 'Bash', input: { command: 'ls', workdir: '/tmp', directory: 5 }, cwd: '/tmp' },
      { tool: 'Bash', input: { workdir: '/tmp', directory: 5 }, cwd: '/tmp' },
      { tool: 'shell', input: { command: 'ls', workdir: '/tmp', directory: 5 } },
    ],
  ],
  [
    {},
    [
      { tool: 'Bash', input: {} },
      { tool: 'shell', input: {} },
    ],
  ],
  [
    { command: [] },
    [
      { tool: 'Bash', input: {} },
      { tool: 'shell', input: { command: [] } },
    ],
  ],
  [
    { command: ['ls', 5] },
    [
      { tool: 'Bash', input: {} },
      { tool: 'shell', input: { command: ['ls', 5] } },
    ],
  ],
])('a shell, %j', (input, calls) => {
  expect(shellTool({ command: ['command', 'cmd'], directory: ['workdir', 'directory'] })(input, 'shell')).toEqual(
    calls,
  );
});

test.each([
  ['ls', ['ls']],
  ['ls -l{enter}', ['ls -l']],
  ['ls{enter}rm -rf ~{Enter}', ['ls\nrm -rf ~', 'ls', 'rm -rf ~']],
  ['a\r\nb\rc', ['a\nb\nc', 'a', 'b', 'c']],
  ['{enter}', []],
  [' {enter}\n', []],
  // What the line is after these nobody can say.
  ['{up}{enter}', ['{up}', '\x1b']],
  ['l{backspace}rm x', ['l{backspace}rm x', 'l\x1brm x']],
  ['echo ${HOME}', ['echo ${HOME}']],
])('typed: %j', (typed, lines) => {
  const input = { shellId: '1', input: typed };
  expect(typedTool(['input'])(input, 'write_bash')).toEqual([
    ...lines.map((command) => ({ tool: 'Bash', input: { command, shellId: '1' } })),
    { tool: 'write_bash', input },
  ]);
});

test.each([{}, { input: 5 }])('typed, but nothing that can be read: %j', (input) => {
  expect(typedTool(['input'])(input, 'write_bash')).toEqual([
    { tool: 'Bash', input: {} },
    { tool: 'write_bash', input },
  ]);
});

test.each([
  [
    { patch: 'no header' },
    [
      { tool: 'Edit', input: {} },
      { tool: 'apply_patch', input: { patch: 'no header' } },
    ],
  ],
  ['*** Add File: a\n+x', [{ tool: 'Write', input: { path: 'a', content: 'x' } }]],
])('a patch, %j', (input, calls) => {
  expect(patchTool(['patch'])(input, 'apply_patch')).toEqual(calls);
});

test.each([
  [{ agent_type: 'a', prompt: 'p' }, [{ subagent_type: 'a', prompt: 'p' }]],
  [{ subagent_type: 'a', prompt: 'p' }, [{ subagent_type: 'a', prompt: 'p' }]],
  [{ agent_type: 'a', subagent_type: 'b' }, [{ subagent_type: 'a' }, { subagent_type: 'b' }]],
  [{ agent_type: 7 }, [{ subagent_type: 7 }]],
  [{ prompt: 'p' }, [{ prompt: 'p' }]],
  ['p', ['p']],
])('an agent, %j', (input, inputs) => {
  expect(agentTool(input, 'spawn_agent')).toEqual(inputs.map((read) => ({ tool: 'Agent', input: read })));
});

test.each([
  [
    'see https://a.example/x',
    [{ tool: 'WebFetch', input: { url: 'https://a.example/x', prompt: 'see https://a.example/x' } }],
  ],
  [
    'nothing here',
    [
      { tool: 'WebFetch', input: { prompt: 'nothing here' } },
      { tool: 'web_fetch', input: { prompt: 'nothing here' } },
    ],
  ],
])('addresses in a prompt: %s', (prompt, calls) => {
  expect(promptedFetchTool({ prompt }, 'WebFetch')).toEqual(calls);
});

test.each([
  ['Read', 'read'],
  ['MultiEdit', 'multi_edit'],
  ['WebFetch', 'web_fetch'],
  ['read_file', 'read_file'],
])('incomplete under the name %s, it is %s too', (hostTool, beside) => {
  const tool = hostTool === 'read_file' ? 'Read' : hostTool;
  expect(incomplete({ tool, input: {} }, { elsewhere: 'x' }, hostTool)).toEqual([
    { tool, input: {} },
    { tool: beside, input: { elsewhere: 'x' } },
  ]);
});

test.each([[5], [null], [{}], [{ offset: 3, x: null }], ['']])(
  '%j contains no text that could name a file',
  (input) => {
    expect(incomplete({ tool: 'Read', input: {} }, input, 'Read')).toEqual([{ tool: 'Read', input: {} }]);
  },
);

test.each([[['.env']], [{ paths: ['.env'] }], [{ a: { b: '.env' } }], ['.env']])('%j may', (input) => {
  expect(incomplete({ tool: 'Read', input: {} }, input, 'Read')).toHaveLength(2);
});

test.each([
  ['a', []],
  ['a_', []],
  ['_a', []],
  ['a_b', ['mcp__a__b']],
  ['a_b_c', ['mcp__a__b_c', 'mcp__a_b__c']],
  ['___', ['mcp______']],
  [Array(60).fill('x').join('_'), Array.from({ length: 59 }, (_, at) => `mcp__${run(at + 1)}__${run(59 - at)}`)],
])('readings of %s', (joined, names) => {
  expect(everyMcpReading(joined, '_', 1).map(({ tool }) => tool)).toEqual(names);
});

function run(length: number): string {
  return Array(length).fill('x').join('_');
}
