import { expect, test } from 'vitest';
import { QUICK_FLAGS } from '../../src/hook/quick-flags.ts';
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
  expect(hookProgram(scope, from)).toEqual({ words, isWindows: false });
});

test.each([
  ['project', process, ['caliban']],
  ['user', process, ['/opt/node', '/opt/lib/caliban.cjs']],
  ['user', { ...process, script: '/opt/caliban' }, ['/opt/caliban']],
] as const)('on Windows: %s, %j', (scope, from, words) => {
  expect(hookProgram(scope, { ...from, platform: 'win32' })).toEqual({ words, isWindows: true });
});
