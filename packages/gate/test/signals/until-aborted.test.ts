import { describe, expect, test } from 'vitest';
import { untilAborted } from '../../src/signals/until-aborted.ts';
import { CALM } from '../helpers/made-calls.ts';

describe('untilAborted', () => {
  test('the outcome of the work', async () => {
    await expect(untilAborted(Promise.resolve(1), CALM)).resolves.toBe(1);
    await expect(untilAborted(Promise.reject(new Error('boo')), CALM)).rejects.toThrow('boo');
  });

  test('an abort, before or during', async () => {
    const never = new Promise(() => {});
    await expect(untilAborted(never, AbortSignal.abort('stop'))).rejects.toBe('stop');
    const controller = new AbortController();
    const waiting = untilAborted(never, controller.signal);
    controller.abort('stop');
    await expect(waiting).rejects.toBe('stop');
  });
});
