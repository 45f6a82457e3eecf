import { expect, test } from 'vitest';
import { hookProgram } from '../../src/install/hook-program.ts';

const process = { execPath: '/opt/node', script: '/opt/lib/caliban.cjs', platform: 'linux' };

test.each([
  ['user', process, ['/opt/node', '/opt/lib/caliban.cjs']],
  ['user', { ...process, script: '/usr/local/bin/caliban' }, ['/usr/local/bin/caliban']],
  ['user', { ...process, script: undefined }, ['caliban']],
  // No path of this machine in what is shared.
  ['project', process, ['caliban']],
] as const)('%s, %j', (scope, from, words) => {
  expect(hookProgram(scope, from)).toEqual({ words, isWindows: false });
});

test('on Windows', () => {
  expect(hookProgram('project', { ...process, platform: 'win32' }).isWindows).toBe(true);
});
