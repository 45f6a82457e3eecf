import { setTimeout as sleep } from 'node:timers/promises';
import { inboxClient, readDescription, removeDescription, type ServerFiles, UnreachableError } from '@caliban/inbox';
import { LockError, withLock } from '@caliban/storage/files';
import type { NotifyReport } from '../notify/notifier.ts';

export type ServerStatus = {
  readonly pid: number;
  readonly version: string;
  readonly startedAt: string;
  /** Open questions. */
  readonly pending: number;
  /** Hooks answered since the start. */
  readonly hooks: number;
  readonly notify: readonly NotifyReport[];
  readonly url: string;
};

/** Null: none runs, or it doesn't answer. */
export async function serverStatus(files: ServerFiles): Promise<ServerStatus | null> {
  const description = readDescription(files);
  if (description === null) return null;
  try {
    const { status, body } = await inboxClient(files).send({ method: 'GET', path: '/api/status' });
    if (status !== 200) return null;
    return { ...(body as Omit<ServerStatus, 'url'>), url: `http://127.0.0.1:${description.port}` };
  } catch (error) {
    if (error instanceof UnreachableError) return null;
    throw error;
  }
}

/** `stale`: the files of a server that was killed were removed. `hung`: one runs and does not end. */
export type StopOutcome = 'stopped' | 'not-running' | 'stale' | 'hung';

export async function stopServer(
  files: ServerFiles,
  { patienceMs = 5_000 }: { readonly patienceMs?: number } = {},
): Promise<StopOutcome> {
  const description = readDescription(files);
  if (description === null) return (await isFree(files)) ? 'not-running' : 'hung';
  try {
    await inboxClient(files).send({ method: 'POST', path: '/api/stop', body: {} });
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    return (await isFree(files, () => removeDescription(files))) ? 'stale' : 'hung';
  }
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(20))
    if (await isFree(files)) return 'stopped';
  return 'hung';
}

/** No server has the lock, and none gets it while `work` runs. If its directory doesn't exist, the lock has never been taken. */
async function isFree(files: ServerFiles, work: () => void = () => {}): Promise<boolean> {
  try {
    await withLock(files.lock, work, { deadlineMs: 0 });
    return true;
  } catch (error) {
    if (error instanceof LockError) return (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
    throw error;
  }
}
