import { expect, test } from 'vitest';
import { checkCall } from '../../src/sdks/check-call.ts';
import { guardTool, ToolRefused } from '../../src/sdks/guard-tool.ts';
import { exampleGuard } from '../helpers/example-guard.ts';

const RULES = ['deny Bash:~rm *', 'allow Bash:git *'];

test('an allowed call runs with all its arguments', async () => {
  const { guard, log } = exampleGuard(RULES);
  const bash = guardTool(guard, 'Bash', ({ command }: { command: string }, times: number) => command.repeat(times));
  expect(await bash({ command: 'git log' }, 2)).toBe('git loggit log');
  expect(log.map(({ tool_name, outcome }) => [tool_name, outcome])).toEqual([['Bash', 'allow']]);
});

test.each([
  ['rm -rf x', /Bash/],
  ['git log && rm x', /rm/],
  ['make', /nobody can be asked/],
])('`%s` does not run', async (command, message) => {
  let runs = 0;
  const bash = guardTool(exampleGuard(RULES).guard, 'Bash', () => ++runs);
  await expect(bash({ command })).rejects.toThrow(ToolRefused);
  await expect(bash({ command })).rejects.toThrow(message);
  expect(runs).toBe(0);
});

test('an error of the tool is the tool’s own', async () => {
  const read = guardTool(exampleGuard([]).guard, 'Read', () => Promise.reject(new Error('no such file')));
  await expect(read({ path: 'a' })).rejects.toThrow('no such file');
});

test('a gate that fails lets nothing run', async () => {
  const broken = { check: () => Promise.reject(new Error('down')), judge: () => Promise.reject(new Error('down')) };
  const { guard } = exampleGuard([]);
  const read = guardTool({ ...guard, gate: broken }, 'Read', () => 'content');
  await expect(read({ path: 'a' })).rejects.toThrow('down');
});

test('a call that is several has to be allowed in all', async () => {
  const { guard, log } = exampleGuard(['deny Write:/etc/**', 'allow Write:src/**']);
  const calls = (_: string, input: unknown) =>
    (input as string[]).map((path) => ({ tool: 'Write', input: { path } })) as unknown as [
      { tool: string; input: unknown },
    ];
  const outcome = async (...paths: string[]) =>
    (await checkCall({ ...guard, calls }, { tool: 'move', input: paths })).outcome;
  expect(await outcome('src/a', 'src/b')).toBe('allow');
  expect(await outcome('src/a', '/etc/b', 'src/c')).toBe('deny');
  expect(log.map(({ outcome }) => outcome)).toEqual(['allow', 'allow', 'allow', 'deny']);
});

test('the caller is in the log', async () => {
  const { guard, log } = exampleGuard([]);
  await checkCall({ ...guard, origin: { sessionId: 's' } }, { tool: 'Read', input: {}, toolUseId: 'u', agent: 'a' });
  expect(log[0]).toMatchObject({ session_id: 's', tool_use_id: 'u', agent: 'a' });
});
