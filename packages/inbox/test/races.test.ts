import { expect, test } from 'vitest';
import { MemoryFactStore } from '../src/store/memory-fact-store.ts';
import { race } from './races.ts';

test('64 racers for an ask, 200 times: one winner, and one grant for an allow', async () => {
  const store = new MemoryFactStore();
  for (let round = 0; round < 200; round++) expect(await race([store], round)).toBeNull();
});
