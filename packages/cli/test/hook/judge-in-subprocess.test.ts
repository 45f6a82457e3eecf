import { expect, test } from 'vitest';
import { QUICK_FLAGS } from '../../src/hook/hook-flags.ts';
import { subprocessArguments } from '../../src/hook/judge-in-subprocess.ts';

const argv = ['/opt/node', '/opt/caliban.cjs', 'hook', 'codex'];

test.each([
  [[], ['/opt/caliban.cjs', 'hook', 'codex', '--judge-here']],
  [QUICK_FLAGS, ['/opt/caliban.cjs', 'hook', 'codex', '--judge-here']],
  [
    ['-r', '/x.cjs', ...QUICK_FLAGS],
    ['-r', '/x.cjs', '/opt/caliban.cjs', 'hook', 'codex', '--judge-here'],
  ],
])('started with %j, it starts another with %j', (execArgv, started) => {
  expect(subprocessArguments({ argv, execArgv: [...execArgv] })).toEqual(started);
});
