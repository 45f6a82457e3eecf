import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { timeLimit } from '../../src/signals/time-limit.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('behind `any` it comes even after a collection of garbage', async () => {
  const ended = Array.from({ length: 20 }, () => {
    const limit = AbortSignal.any([new AbortController().signal, timeLimit(50)]);
    return new Promise((resolve) => limit.addEventListener('abort', resolve));
  });
  // Nothing that was looked at weakly is collected in the same turn.
  await nextTurn();
  collectGarbage();
  expect(await Promise.all(ended)).toHaveLength(20);
});
