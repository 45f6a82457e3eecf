import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { QUICK_FLAGS } from '../../src/hook/hook-flags.ts';
import { flagsFor } from '../../src/install/flags-for.ts';
import { hookProgram } from '../../src/install/hook-program.ts';

const process = { execPath: '/opt/node', script: '/opt/lib/caliban.cjs', platform: 'linux' };

test.each([
  ['user', process, ['/opt/node', ...QUICK_FLAGS, '/opt/lib/caliban.cjs']],
  ['user', { ...process, script: '/usr/local/bin/caliban' }, ['node', ...QUICK_FLAGS, '/usr/local/bin/caliban']],
  ['user', { ...process, script: undefined }, ['caliban']],
  ['user', { ...process, execPath: '/opt/bun' }, ['/opt/bun', '/opt/lib/caliban.cjs']],
  ['user', { ...process, execPath: '/opt/bun', script: '/usr/local/bin/caliban' }, ['/usr/local/bin/caliban']],
  // No path of this machine in what is shared.
  ['project', process, ['caliban']],
] as const)('%s, %j', (scope, from, words) => {
  expect(hookProgram(scope, from, () => QUICK_FLAGS)).toEqual({ words, isWindows: false });
});

test.each([
  ['project', process, ['caliban']],
  ['user', process, ['/opt/node', '/opt/lib/caliban.cjs']],
  ['user', { ...process, script: '/opt/caliban' }, ['/opt/caliban']],
] as const)('on Windows: %s, %j', (scope, from, words) => {
  expect(hookProgram(scope, { ...from, platform: 'win32' })).toEqual({ words, isWindows: true });
});

test('a node is started without the flags that it does not know', () => {
  const directory = mkdtempSync(join(tmpdir(), 'caliban-node-'));
  const node = join(directory, 'node');
  writeFileSync(node, `#!/bin/sh\ncase "$*" in *--no-sparkplug*) echo 'bad option' >&2; exit 9;; esac\n`, {
    mode: 0o755,
  });
  expect(flagsFor(node)).toEqual(QUICK_FLAGS.filter((flag) => flag !== '--no-sparkplug'));
  expect(flagsFor(join(directory, 'gone'))).toEqual([]);
  expect(flagsFor(globalThis.process.execPath)).toEqual(QUICK_FLAGS);
  rmSync(directory, { recursive: true });
});
