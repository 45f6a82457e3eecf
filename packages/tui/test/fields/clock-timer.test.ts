import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { clockTimer } from '../../src/fields/clock-timer.ts';

test('input that arrived while the process was busy is read before the timer fires', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const keyboard = connect((server.address() as { port: number }).port, '127.0.0.1');
  const [program] = (await once(server, 'connection')) as [Socket];
  try {
    const seen: string[] = [];
    program.on('data', () => seen.push('key'));
    await new Promise<void>((resolve) => {
      clockTimer.after(1, () => {
        seen.push('time');
        resolve();
      });
      keyboard.write('u', () => {
        for (const until = performance.now() + 50; performance.now() < until; );
      });
    });
    expect(seen).toEqual(['key', 'time']);
  } finally {
    keyboard.destroy();
    program.destroy();
    server.close();
  }
});

test('called off, it never comes', async () => {
  let came = false;
  const callOff = clockTimer.after(0, () => {
    came = true;
  });
  callOff();
  await new Promise<void>((resolve) => void clockTimer.after(5, resolve));
  expect(came).toBe(false);
});
