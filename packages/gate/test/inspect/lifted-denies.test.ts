import { expect, test } from 'vitest';
import { absolutePath, parsePattern, type Rule } from '../../src/index.ts';
import { liftedDenies } from '../../src/inspect/compare/lifted-denies.ts';

test.each([
  ['*', 'Bash:~rm *', true],
  ['*', 'Read:~/.ssh/**', true],
  ['Bash', 'Bash:~rm *', true],
  ['Bash:git *', 'Bash:git push *', true],
  ['Bash:git push *', 'Bash:git *', true],
  ['Bash:git *', 'Bash:rm *', false],
  // `git rm x` is one of them.
  ['Bash:git *', 'Bash:~rm *', true],
  ['Bash:git status', 'Bash:~rm *', false],
  ['Bash:npm test', 'Bash:npm *', true],
  ['Bash:*test', 'Bash:rm *', true],
  ['Bash:git *', 'Read:~/.ssh/**', false],
  ['Read:src/**', 'Read:~/.ssh/**', false],
  ['Read:**', 'Read:.env', true],
  ['Read:/home/me/**', 'Read:~/.ssh/**', true],
  ['Read:~/**', 'Read:.env', true],
  ['Read:/HOME/me/.SSH/*', 'Read:~/.ssh/**', true],
  ['Edit:**', 'Read:.env', false],
  ['WebFetch:https://docs.test/*', 'WebFetch:https://evil.test/*', false],
  ['WebFetch:https://*.test/*', 'WebFetch:https://evil.test/*', true],
  ['mcp__*', 'mcp__git__push', true],
  ['mcp__*__push', 'mcp__git__*', true],
  ['mcp__files__*', 'mcp__git__*', false],
  ['mcp__git__push(branch=main)', 'mcp__git__push(branch=release)', false],
  ['mcp__git__push(branch=main)', 'mcp__git__push(force=true)', true],
  // No glob says what a class holds.
  ['@read-only', 'Bash:~rm *', true],
])('allow `%s` above deny `%s`: %s', (allow, deny, lifts) => {
  const roots = { workspace: absolutePath('/home/me/repo'), home: absolutePath('/home/me') };
  const found = liftedDenies([rule(allow, 'allow')], [rule(deny, 'deny')], { roots });
  expect(found.map(({ deny: { pattern } }) => pattern)).toEqual(lifts ? [rule(deny, 'deny').pattern] : []);
});

test('a repository with very many long patterns gets an answer', () => {
  const allows = Array.from({ length: 300 }, (_, at) => rule(`Bash:${'a*b?'.repeat(200)}${at}`, 'allow'));
  const denies = Array.from({ length: 30 }, (_, at) => rule(`Bash:${'*a'.repeat(200)}${at}`, 'deny'));
  expect(liftedDenies(allows, denies).length).toBeGreaterThan(0);
});

function rule(text: string, action: Rule['action']): Rule {
  const pattern = parsePattern(text);
  if (!pattern.ok) throw new Error(`${text}: ${pattern.error.message}`);
  return { pattern: pattern.value, action, source: { layer: action === 'allow' ? 'project' : 'user' } };
}
