import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

const NOTES = [
  'log: mcp__notes__read allow',
  'done [{"type":"text","text":"did read"}]',
  'log: mcp__notes__erase deny',
  'refused [{"type":"text","text":"notes are kept"}]',
  '',
].join('\n');

describe('the programs in examples', () => {
  test.each([
    ['embed-the-gate', 'ask\n'],
    [
      'guard-a-tool',
      [
        'log: Read allow',
        'allow: rule `Read` (builtin)',
        'log: Bash deny',
        "Bash needs approval and nobody can be asked (rule `Bash` (builtin)); to let it through, run again with --allow 'Bash:git push'",
        '',
      ].join('\n'),
    ],
    ['wrap-a-function', 'log: Bash allow\nran git log\nlog: Bash deny\nrefused: use git revert\n'],
    ['wrap-ai-sdk-tools', 'log: Bash allow\nlog: Bash deny\nran git log\nToolRefused: use git revert\n'],
    [
      'ai-sdk-approval',
      [
        'log: Bash allow',
        'log: Bash deny',
        'log: Bash handed-over',
        'tool-result',
        'tool-error',
        'tool-approval-request',
        'log: Bash handed-over',
        '[{"type":"tool-result","toolCallId":"call-2","toolName":"Bash","output":{"type":"text","value":"ran make"}}]',
        '',
      ].join('\n'),
    ],
    ['mcp-client', NOTES],
    ['mcp-server', NOTES],
    [
      'claude-agent-sdk',
      [
        'log: Bash allow',
        "{ behavior: 'allow', updatedInput: { command: 'git log' } }",
        'log: Bash deny',
        "{ behavior: 'deny', message: 'use git revert' }",
        'log: Read allow',
        "{ behavior: 'allow', updatedInput: { file_path: '/repo/README.md' } }",
        '',
      ].join('\n'),
    ],
    ['openai-agents', 'log: Bash allow\nran {"command":"git log"}\nlog: Bash deny\nuse git revert\n'],
    ['langchain', 'log: Bash allow\nran git log\nlog: Bash deny\nuse git revert\n'],
  ])('%s runs', async (name, output) => {
    const { stdout } = await run(process.execPath, [`${ROOT}examples/dist/${name}.js`]);
    expect(stdout).toBe(output);
  });

  test.each(['embed-the-gate', 'guard-a-tool', 'wrap-a-function'])('docs/embedding.md shows %s as it runs', (name) => {
    const [, block] = read('docs/embedding.md').split(`<!-- ${name} -->\n\`\`\`ts\n`);
    const [code] = block?.split('```') ?? [];
    expect(withoutLayout(code ?? '')).toBe(withoutLayout(read(`examples/${name}.ts`)));
  });

  test('docs/embedding.md shows what a whole gate prints', async () => {
    const [, block] = read('docs/embedding.md').split('<!-- guard-a-tool prints -->\n```\n');
    const { stdout } = await run(process.execPath, [`${ROOT}examples/dist/guard-a-tool.js`]);
    expect(block?.split('```')[0]).toBe(stdout);
  });
});

function read(file: string): string {
  return readFileSync(ROOT + file, 'utf8');
}

function withoutLayout(code: string): string {
  return code
    .replaceAll(/,?\s+/g, ' ')
    .replaceAll(/\{ | \}/g, '')
    .trim();
}
