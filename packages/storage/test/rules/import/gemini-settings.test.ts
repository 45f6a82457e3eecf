import { expect, test } from 'vitest';
import { imported, lines, losses } from './helpers.ts';

const settings = (value: object) => imported(JSON.stringify(value), { format: 'gemini' });

test.each<[object, readonly string[]]>([
  [{ tools: { allowed: ['run_shell_command(git status)'] } }, ['allow Bash:git status', 'allow Bash:git status *']],
  [{ tools: { allowed: ['ShellTool(npm test)'] } }, ['allow Bash:npm test', 'allow Bash:npm test *']],
  [{ tools: { allowed: ['run_shell_command', 'read_file'] } }, ['allow Bash', 'allow Read']],
  [{ tools: { exclude: ['run_shell_command(rm)'] } }, ['deny Bash:rm', 'deny Bash:rm *']],
  [{ tools: { exclude: ['ShellTool', 'web_fetch'] } }, ['deny Bash', 'deny WebFetch']],
  [{ tools: { exclude: ['replace'] } }, ['deny Edit', 'deny MultiEdit', 'deny NotebookEdit']],
  [{ allowedTools: ['glob'], excludeTools: ['write_file'] }, ['deny Write', 'allow Glob']], // as they were called before
  [{ mcp: { excluded: ['forge'] } }, ['deny mcp__forge__*']],
  [{ excludeMCPServers: ['my_forge'] }, ['deny mcp__my_forge__*']],
  [{ mcpServers: { forge: { command: 'forge', trust: true } } }, ['allow mcp__forge__*']],
  [{ mcpServers: { forge: { trust: false } } }, []],
  [
    { mcpServers: { forge: { excludeTools: ['erase'], trust: true } } },
    ['deny mcp__forge__erase', 'allow mcp__forge__*'],
  ],
  // Whatever the order in the file, what is excluded comes first there too.
  [
    { tools: { allowed: ['run_shell_command(git)'], exclude: ['run_shell_command(git push)'] } },
    ['deny Bash:git push', 'deny Bash:git push *', 'allow Bash:git', 'allow Bash:git *'],
  ],
])('%j', (file, expected) => {
  expect(lines(settings(file))).toEqual(expected);
});

test.each<[object, string]>([
  [{ tools: { allowed: ['read_file(src)'] } }, 'allow `read_file(src)`: Gemini CLI uses the text in brackets only for'],
  [
    { tools: { exclude: ['web_fetch(a.test)'] } },
    'deny `web_fetch(a.test)`: Gemini CLI uses the text in brackets only',
  ],
  [{ tools: { allowed: [5] } }, 'an entry of `tools.allowed`: it is not text'],
  [{ tools: { exclude: 'x' } }, '`tools.exclude`: it must be a list'],
  [{ tools: { core: ['read_file'] } }, '`tools.core`: caliban does not remove tools'],
  [{ coreTools: ['read_file'] }, '`coreTools`: caliban does not remove tools'],
  [{ mcp: { allowed: ['forge'] } }, '`mcp.allowed`: it says which servers are there'],
  [
    { mcpServers: { forge: { includeTools: ['open'] } } },
    '`mcpServers.forge.includeTools`: caliban does not remove tools',
  ],
])('%j is reported', (file, expected) => {
  const { notCarriedOver, rules } = settings(file);
  expect(rules).toEqual([]);
  expect(losses(settings(file))).toHaveLength(1);
  expect(losses(settings(file))[0]).toContain(expected);
  expect(notCarriedOver[0]?.line).toBe(1);
});

test.each([
  ['auto_edit', 'acceptEdits'],
  ['plan', 'plan'],
  ['default', undefined],
  ['yolo', undefined],
])('the mode %s → %s', (mode, expected) => {
  expect(settings({ general: { defaultApprovalMode: mode } }).defaultMode).toBe(expected);
});

test('a file without a word about tools says so', () => {
  expect(settings({ ui: { theme: 'x' } })).toMatchObject({ rules: [], notices: ['the file says nothing about tools'] });
});
