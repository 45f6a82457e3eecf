import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { absolutePath } from '@caliban/calls';
import { afterAll, expect, test } from 'vitest';
import { pathCompletion } from '../../src/session-services/complete-path.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-paths-')));
const workspace = absolutePath(root);
for (const directory of ['b', 'c', 'd', 'e', 'f', 'g']) {
  mkdirSync(join(root, directory));
  writeFileSync(join(root, directory, 'data.txt'), '');
}
for (const file of ['a.txt', 'b/about.txt', 'c/llama.txt']) writeFileSync(join(root, file), '');
afterAll(() => rmSync(root, { recursive: true }));

test.each([
  ['a', ['a.txt', 'b/about.txt', ...['b', 'c', 'd', 'e', 'f', 'g'].map((each) => `${each}/data.txt`), 'c/llama.txt']],
  ['AB', ['b/about.txt']],
  ['c/', ['c/data.txt', 'c/llama.txt']],
  ['nothing', []],
])('`@%s` finds those that begin so, then names that do, then the rest: %j', async (written, paths) => {
  expect(await pathCompletion(workspace, () => true)(written)).toEqual(paths);
});

test('unreadable files are not offered', async () => {
  expect(await pathCompletion(workspace, (path) => !path.endsWith('llama.txt'))('c/')).toEqual(['c/data.txt']);
});

test('a lookup that takes too long returns what it has found', async () => {
  const slow = () => {
    const until = performance.now() + 10;
    while (performance.now() < until);
    return true;
  };
  const found = await pathCompletion(workspace, slow, 1)('');
  expect(found).toContain('a.txt');
  expect(found).not.toContain('g/data.txt');
});

test('the next lookup calls off the one before', async () => {
  const looked: string[] = [];
  let next: Promise<readonly string[]> | null = null;
  const complete = pathCompletion(workspace, (path) => {
    looked.push(path);
    next ??= complete('nothing');
    return true;
  });
  expect(await complete('')).toEqual(['a.txt']);
  expect(await next).toEqual([]);
  expect(looked).toEqual([join(root, 'a.txt')]);
});
