import { expect, test } from 'vitest';
import { closestNames } from '../../src/text/closest-names.ts';

const KNOWN = ['Read', 'Write', 'TodoWrite', 'WebFetch', 'mcp__github__create_issue'];

test.each<[string, string[]]>([
  ['read', ['Read']],
  ['Reed', ['Read']],
  ['web_fetch', ['WebFetch']],
  ['write', ['Write', 'TodoWrite']],
  ['create_issue', ['mcp__github__create_issue']],
  ['mcp_github_create_issue', ['mcp__github__create_issue']],
  ['Compile', []],
  ['', []],
  ['x'.repeat(10_000_000), []],
])('%.20s', (wrong, expected) => {
  expect(closestNames(wrong, KNOWN)).toEqual(expected);
});
