import { expect, test } from 'vitest';
import { isSpelledAsNamed, mcpToolName } from '../../src/describe/mcp-tool-name.ts';

test.each([
  ['github', 'create_issue', 'mcp__github__create_issue'],
  ['git hub', 'create:issue', 'mcp__git_hub__create_issue'],
  ['a-b', 'c', 'mcp__a-b__c'],
  ['a.b', 'c/ü', 'mcp__a_b__c__'],
  ['', '', 'mcp____'],
])('%j and %j → %s', (server, tool, name) => {
  expect(mcpToolName(server, tool)).toBe(name);
});

test.each([
  ['create_issue', true],
  ['a-b2', true],
  ['o.k', false],
  ['读取', false],
  ['a b', false],
])('%j is spelled as named: %j', (tool, expected) => {
  expect(isSpelledAsNamed(tool)).toBe(expected);
});
