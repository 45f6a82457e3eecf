import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLinkLock } from './link-lock.ts';
import { nativeLock } from './native-lock.ts';
import { systemErrorText } from './system-error.ts';

/** A lock we hold; releasing it twice is harmless. */
export type HeldLock = { readonly release: () => void };

/** Null if another holder has it. */
export type TryLock = (file: string) => HeldLock | null;

export type LockOptions = {
  /** How long to wait for other holders. */
  readonly deadlineMs?: number;
  readonly tryLock?: TryLock;
};

/** The wait timed out, or no lock is possible here. */
export class LockError extends Error {
  override readonly name = 'LockError';
}

/**
 * Runs `work` while no one else, in this process or another, runs work for the same path. The lock is the file `<path>.lock`,
 * which is never removed; if the holder dies, the lock is released.
 */
export async function withLock<Value>(
  path: string,
  work: () => Value | Promise<Value>,
  { deadlineMs = 10_000, tryLock }: LockOptions = {},
): Promise<Value> {
  const lock = await acquire(`${path}.lock`, { deadlineMs, tryLock: tryLock ?? nativeLock() ?? tryLinkLock });
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function acquire(file: string, { deadlineMs, tryLock }: Required<LockOptions>): Promise<HeldLock> {
  const giveUpAt = performance.now() + deadlineMs;
  for (let pause = 2; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    const lock = attempt(file, tryLock);
    if (lock !== null) return lock;
    const left = giveUpAt - performance.now();
    if (left <= 0) throw new LockError(`${file} is held by another process for more than ${deadlineMs} ms; try again`);
    // Random pauses, so that many waiters don't retry at the same moment.
    await sleep(Math.min(left, pause * (0.5 + Math.random())));
  }
}

const MAX_PAUSE_MS = 60;

function attempt(file: string, tryLock: TryLock): HeldLock | null {
  try {
    return tryLock(file);
  } catch (error) {
    const done = existsSync(file) ? 'opened' : 'made';
    throw new LockError(`${file} cannot be ${done}: ${systemErrorText(error)}`, { cause: error });
  }
}
