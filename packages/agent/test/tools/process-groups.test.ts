import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anyAlive } from '../../src/tools/shell/end-processes.ts';
import { createProcessGroups } from '../../src/tools/shell/process-groups.ts';
import { scratch } from './helpers/scratch.ts';

async function started(command: string): Promise<ChildProcess & { pid: number }> {
  const child = spawn('sh', ['-c', `echo up; ${command}`], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await once(child.stdout, 'data');
  return child as ChildProcess & { pid: number };
}

test.each([
  ['one that ends when told', 'sleep 1000'],
  ['one that does not', "trap '' TERM; while :; do sleep 1000; done"],
  ['its children', 'sleep 1000 & sleep 1000 & wait'],
])('ends %s', async (_, command) => {
  const groups = createProcessGroups();
  const child = await started(command);
  groups.add(child.pid);
  await groups.endAll();
  expect(anyAlive(child.pid)).toBe(false);
});

test('leaves alone what was taken out, and what is not its own', async () => {
  const [groups, others] = [createProcessGroups(), createProcessGroups()];
  const [removed, foreign] = [await started('sleep 1000'), await started('sleep 1000')];
  groups.add(removed.pid);
  groups.remove(removed.pid);
  others.add(foreign.pid);
  await groups.endAll();
  expect([anyAlive(removed.pid), anyAlive(foreign.pid)]).toEqual([true, true]);
  await others.endAll();
  expect(anyAlive(foreign.pid)).toBe(false);
});

test('nothing to end is nothing to wait for', async () => {
  const groups = createProcessGroups();
  await groups.endAll();
  groups.add(2 ** 22 + 1); // no such process
  await groups.endAll();
});

test('when the program exits, its groups go with it', async () => {
  const built = join(import.meta.dirname, '../../dist/tools/shell/process-groups.js');
  const mark = `sleep 7${process.pid}`;
  const program = join(
    scratch({
      'program.mjs': `
      import { spawn } from 'node:child_process';
      import { createProcessGroups } from ${JSON.stringify(built)};
      const child = spawn('sh', ['-c', "trap '' TERM; echo up; ${mark}; echo"], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
      createProcessGroups().add(child.pid);
      child.stdout.once('data', () => process.exit(0));
    `,
    }),
    'program.mjs',
  );
  execFileSync(process.execPath, [program]);
  await vi.waitFor(() => {
    const alive = execFileSync('ps', ['-eo', 'stat,args'], { encoding: 'utf8' });
    expect(alive.split('\n').filter((line) => line.includes(mark) && !line.startsWith('Z'))).toEqual([]);
  });
});
