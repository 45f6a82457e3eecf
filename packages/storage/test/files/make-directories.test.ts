import { statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeDirectories } from '../../src/files/make-directories.ts';
import { scratch } from '../helpers/scratch.ts';

const modeOf = (file: string) => statSync(file).mode & 0o777;

test.each([['there'], ['there/'], ['new'], ['new/deeper/still'], ['link'], ['link/deeper']])(
  '%s is a directory afterwards',
  (name) => {
    const root = scratch({ 'there/file': '', 'elsewhere/file': '' });
    symlinkSync('elsewhere', join(root, 'link'));
    makeDirectories(join(root, name));
    makeDirectories(join(root, name));
    expect(statSync(join(root, name)).isDirectory()).toBe(true);
  },
);

test('all that is new gets the mode', () => {
  const root = scratch();
  makeDirectories(join(root, 'a/b'), { mode: 0o700 });
  expect([modeOf(join(root, 'a')), modeOf(join(root, 'a/b'))]).toEqual([0o700, 0o700]);
});

describe('what cannot be made', () => {
  test.each([
    ['file', 'EEXIST'],
    ['file/deeper', 'ENOTDIR'],
    ['nowhere', 'EEXIST'],
    ['nowhere/deeper', 'EEXIST'],
    ['circle/deeper', 'ELOOP'],
    [`${'x'.repeat(300)}/deeper`, 'ENAMETOOLONG'],
  ])('%s: %s', (name, code) => {
    const root = scratch({ file: '' });
    symlinkSync('gone', join(root, 'nowhere'));
    symlinkSync('circle', join(root, 'circle'));
    expect(() => makeDirectories(join(root, name))).toThrow(expect.objectContaining({ code }));
  });

  // There `mkdir` says that something is missing although nothing is.
  test.runIf(process.platform === 'linux').each([['/proc/1/caliban'], ['/proc/self/a/b/c']])('%s', (directory) => {
    expect(() => makeDirectories(directory)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });

  test('a path of nothing', () => {
    expect(() => makeDirectories('')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});
