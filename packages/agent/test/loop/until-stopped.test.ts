import { expect, test } from 'vitest';
import { untilStopped } from '../../src/loop/until-stopped.ts';
import { CALM } from '../helpers/made-agent.ts';

test('the result or error of the work', async () => {
  expect(await untilStopped(Promise.resolve(1), CALM)).toBe(1);
  await expect(untilStopped(Promise.reject(new Error('boo')), CALM)).rejects.toThrow('boo');
});

test('also when it is aborted and finishes soon', async () => {
  const work = new Promise((resolve) => setImmediate(() => resolve('written')));
  expect(await untilStopped(work, AbortSignal.abort())).toBe('written');
});

test('but not when it never does', async () => {
  await expect(untilStopped(new Promise(() => {}), AbortSignal.abort())).rejects.toThrow('it did not stop');
});
