import { chmodSync, chownSync, readdirSync, readFileSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { LockError, type TryLock, withLock } from '../../src/files/file-lock.ts';
import { tryLinkLock } from '../../src/files/link-lock.ts';
import { nativeLock } from '../../src/files/native-lock.ts';
import { runNode, said } from '../helpers/run-node.ts';
import { scratch } from '../helpers/scratch.ts';

const native = nativeLock();
const locks: [string, TryLock][] = [
  ['link', tryLinkLock],
  ...(native === null ? [] : ([['native', native]] as [string, TryLock][])),
];

describe.each(locks)('the %s lock', (name, tryLock) => {
  test('excludes within one process', async () => {
    const path = join(scratch(), 'f');
    const order: string[] = [];
    const work = (label: string) => () =>
      withLock(
        path,
        async () => {
          order.push(`${label} in`);
          await sleep(5);
          order.push(`${label} out`);
        },
        { tryLock },
      );
    await Promise.all([work('a')(), work('b')(), work('c')()]);
    expect(order.map((entry) => entry.slice(2))).toEqual(['in', 'out', 'in', 'out', 'in', 'out']);
  });

  test('gives back what the work gives, and lets go when it throws', async () => {
    const path = join(scratch(), 'f');
    expect(await withLock(path, () => 7, { tryLock })).toBe(7);
    await expect(withLock(path, () => Promise.reject(new Error('oops')), { tryLock })).rejects.toThrow('oops');
    expect(await withLock(path, () => 8, { tryLock, deadlineMs: 0 })).toBe(8);
  });

  test('gives up in time, and says so', async () => {
    const path = join(scratch(), 'f');
    await withLock(
      path,
      async () => {
        const waiting = withLock(path, () => 0, { tryLock, deadlineMs: 50 });
        await expect(waiting).rejects.toThrow(
          new LockError(`${path}.lock is held by another process for more than 50 ms; try again`),
        );
      },
      { tryLock },
    );
  });

  test('of a killed holder is free within two seconds', async () => {
    const path = join(scratch(), 'f');
    const holder = runNode('hold-lock.mjs', [path, name, 'hold']);
    await said(holder, 'held');
    await expect(withLock(path, () => 0, { tryLock, deadlineMs: 20 })).rejects.toThrow('held by another process');
    holder.child.kill('SIGKILL');
    const start = performance.now();
    expect(await withLock(path, () => 'mine', { tryLock })).toBe('mine');
    expect(performance.now() - start).toBeLessThan(2000);
    await holder.ended;
  });

  test('of a holder that only stands still is not taken away', async () => {
    const path = join(scratch(), 'f');
    const holder = runNode('hold-lock.mjs', [path, name, 'hold']);
    await said(holder, 'held');
    holder.child.kill('SIGSTOP');
    await expect(withLock(path, () => 0, { tryLock, deadlineMs: 300 })).rejects.toThrow('held by another process');
    holder.child.kill('SIGKILL');
    await holder.ended;
  });

  test('lets many processes increment a counter, some of which are killed inside', async () => {
    const path = join(scratch({ f: '0' }), 'f');
    const counting = [1, 2, 3, 4].map(() => runNode('hold-lock.mjs', [path, name, 'count', '20']));
    const dying = [1, 2, 3, 4].map(() => runNode('hold-lock.mjs', [path, name, 'die', '5']));
    const ends = await Promise.all([...counting, ...dying].map(({ ended }) => ended));
    expect(ends.map(({ code, signal }) => signal ?? code)).toEqual([0, 0, 0, 0, ...dying.map(() => 'SIGKILL')]);
    expect(readFileSync(path, 'utf8')).toBe(String(4 * 20 + 4 * 4));
  });
});

test('the lock file is private and stays', async () => {
  const path = join(scratch(), 'f');
  await withLock(path, () => 0);
  if (native !== null) expect(statSync(`${path}.lock`).mode & 0o777).toBe(0o600);
  await withLock(path, () => 0, { tryLock: tryLinkLock });
  expect(readdirSync(dirname(path))).toEqual(native === null ? [] : ['f.lock']);
});

describe.skipIf(native === null)('a new lock file is for whoever may write what it guards', () => {
  test.each([
    ['a file', 0o600, 0o600],
    ['a file', 0o644, 0o600],
    ['a file', 0o664, 0o660],
    ['a file', 0o666, 0o666],
    ['a file', 0o444, 0o600],
    ['only a directory', 0o755, 0o600],
    ['only a directory', 0o775, 0o660],
  ])('%s of mode %o: %o', async (what, mode, expected) => {
    const path = join(scratch(what === 'a file' ? { f: '' } : {}), 'f');
    chmodSync(what === 'a file' ? path : dirname(path), mode);
    await withLock(path, () => 0);
    expect(statSync(`${path}.lock`).mode & 0o777).toBe(expected);
  });

  describe.skipIf(process.getuid?.() !== 0)('and its owner', () => {
    const NOBODY = 65534;
    const ownerOf = ({ uid, gid }: Stats) => [uid, gid];

    test.each([['a file'], ['only a directory']])('%s of nobody', async (what) => {
      const path = join(scratch(what === 'a file' ? { f: '0' } : {}), 'f');
      for (const owned of what === 'a file' ? [path, dirname(path)] : [dirname(path)]) chownSync(owned, NOBODY, NOBODY);
      await withLock(path, () => 0);
      expect(ownerOf(statSync(`${path}.lock`))).toEqual([NOBODY, NOBODY]);
    });

    test('who can then take it', async () => {
      const path = join(scratch({ f: '0' }), 'f');
      for (const owned of [path, dirname(path)]) chownSync(owned, NOBODY, NOBODY);
      await withLock(path, () => 0);
      const { code } = await runNode('hold-lock.mjs', [path, 'native', 'count', '1'], { uid: NOBODY }).ended;
      expect([code, readFileSync(path, 'utf8')]).toEqual([0, '1']);
    });

    test('one that stood there is given to nobody', async () => {
      const path = join(scratch({ f: '', 'f.lock': '' }), 'f');
      chownSync(path, NOBODY, NOBODY);
      await withLock(path, () => 0);
      expect(ownerOf(statSync(`${path}.lock`))).toEqual([0, 0]);
    });

    test('one that stood there and may not be opened', async () => {
      const path = join(scratch({ f: '0', 'f.lock': '' }), 'f');
      chmodSync(`${path}.lock`, 0o600);
      for (const owned of [path, dirname(path)]) chownSync(owned, NOBODY, NOBODY);
      const run = runNode('hold-lock.mjs', [path, 'native', 'count', '1'], { uid: NOBODY });
      await run.ended;
      expect(run.output()).toContain(
        `${path}.lock cannot be opened: permission denied; check who owns it and its mode`,
      );
    });
  });
});

test('where there can be no lock, the message says why', async () => {
  const path = join(scratch(), 'missing', 'f');
  await expect(withLock(path, () => 0)).rejects.toThrow(/^.*missing\/f\.lock cannot be made: /);
});

test('a file that someone else put there is not treated as a holder', async () => {
  const path = join(scratch(), 'f');
  writeFileSync(`${path}.lock.held`, '{"pid": 1, "ticket": "../../x"}');
  await expect(withLock(path, () => 0, { tryLock: tryLinkLock, deadlineMs: 20 })).rejects.toThrow(
    'held by another process',
  );
});
