import { expect, test } from 'vitest';
import { EventQueue } from '../../src/loop/event-queue.ts';

test('events before, during and after a wait are read in order', async () => {
  const queue = new EventQueue<number>();
  const read: number[] = [];
  queue.push(1);
  queue.push(2);
  const reading = (async () => {
    for await (const event of queue) {
      read.push(event);
      if (event === 2) queue.push(3);
      if (event === 3) setImmediate(() => queue.push(4));
      if (event === 4) {
        queue.push(5);
        queue.close();
        queue.push(6);
      }
    }
  })();
  await reading;
  expect(read).toEqual([1, 2, 3, 4, 5]);
});

test('closing it ends waiting readers', async () => {
  const queue = new EventQueue<number>();
  setImmediate(queue.close);
  const read: number[] = [];
  for await (const event of queue) read.push(event);
  expect(read).toEqual([]);
});
