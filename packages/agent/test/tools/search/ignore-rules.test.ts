import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isIgnored, parseIgnoreFile } from '../../../src/tools/search/ignore-rules.ts';
import { scratch } from '../helpers/scratch.ts';

const PATHS = ['a', 'a.log', 'd/', 'd/a', 'd/a.log', 'd/e/', 'd/e/a', '{x}', 'x', '#a', '!a', 'a b', 'b ', '[z]', 'z'];

const hasGit = (() => {
  try {
    execFileSync('git', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

test
  .runIf(hasGit)
  .each([
    ['a'],
    ['/a'],
    ['d/'],
    ['a/'],
    ['*.log'],
    ['*.log\n!a.log'],
    ['!a.log\n*.log'],
    ['d/*'],
    ['d/**'],
    ['**/e'],
    ['**/a'],
    ['d/**/a'],
    ['d/e'],
    ['e/'],
    ['# a\n\n  \n'],
    ['\\#a'],
    ['\\!a'],
    ['a b'],
    ['a   '],
    ['b\\ '],
    ['{x}'],
    ['{x,a}'],
    ['[a-x]'],
    ['[!a]'],
    ['?'],
    ['*'],
    ['*\n!d/'],
    ['a\r\nx\r\n'],
    ['['],
  ])('%j ignores what git ignores', (text) => {
  const directory = scratch();
  execFileSync('git', ['init', '-q', directory]);
  writeFileSync(join(directory, '.gitignore'), text);
  for (const path of PATHS) {
    if (path.endsWith('/')) execFileSync('mkdir', ['-p', join(directory, path)]);
  }
  const scope = { directory: '/', rules: parseIgnoreFile(text), above: null };
  const ours = PATHS.filter((path) => ignoredBelow(scope, path));
  expect(ours).toEqual(PATHS.filter((path) => ignoredByGit(directory, path)));
});

/** A path below an ignored directory is never reached. */
function ignoredBelow(scope: Parameters<typeof isIgnored>[0], path: string): boolean {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.some((_, at) => {
    const isDirectory = at < parts.length - 1 || path.endsWith('/');
    return isIgnored(scope, `/${parts.slice(0, at + 1).join('/')}`, { isDirectory });
  });
}

/** Without the slash at the end: git looks at the disk, and knows directories by itself. */
function ignoredByGit(directory: string, path: string): boolean {
  try {
    execFileSync('git', ['-C', directory, 'check-ignore', '-q', '--no-index', `./${path.replace(/\/$/, '')}`], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
