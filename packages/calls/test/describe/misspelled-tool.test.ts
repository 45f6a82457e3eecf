import { expect, test } from 'vitest';
import { misspelledTool } from '../../src/describe/misspelled-tool.ts';

test.each([
  ['bash', 'Bash'],
  ['BASH', 'Bash'],
  ['Bsh', 'Bash'],
  ['Bahs', 'Bash'],
  ['read', 'Read'],
  ['web_fetch', 'WebFetch'],
  ['multi_edit', 'MultiEdit'],
])('`%s` is nearly `%s`', (name, meant) => {
  expect(misspelledTool(name)).toBe(`there is no tool \`${name}\` (did you mean \`${meant}\`?)`);
});

test.each([
  ...['Bash', 'Agent', 'mcp__a__bash', 'mcp__bash', 'bash*', 'b?sh', '*', ''],
  // Other agents have these.
  ...[
    'Task',
    'LS',
    'Skill',
    'WebSearch',
    'PowerShell',
    'NotebookRead',
    'TodoRead',
    'read_file',
    'batch',
    'task',
    'view',
  ],
])('`%s` may be meant', (name) => {
  expect(misspelledTool(name)).toBe(null);
});
