import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { BackgroundLog } from '../../packages/agent/src/tools/shell/background-log.ts';
import { privateDirectory, removePrivateDirectory } from '../../packages/agent/src/tools/shell/private-directory.ts';

afterEach(removePrivateDirectory);

test('leftovers of commands are where only we can look, under a name that no one can predict', () => {
  const first = privateDirectory();
  expect(statSync(first).mode & 0o777).toBe(0o700);
  removePrivateDirectory();
  expect(privateDirectory()).not.toBe(first);
});

test('a log is not written into a file that someone put there first', () => {
  const file = join(privateDirectory(), 'log');
  writeFileSync(file, 'theirs');
  expect(() => new BackgroundLog(file)).toThrow('EEXIST');
});
