import { closeSync, openSync, rmSync } from 'node:fs';
import { errorText } from '@caliban/calls/text';
import { type HookRequest, makeOwnDirectory, type RunningServer, SqliteFactStore, startServer } from '@caliban/inbox';
import { LockError, withLock } from '@caliban/storage/files';
import { ConfigurationError, FailedError } from '../command-line/problems.ts';
import { syncInBackground } from '../hub/background-sync.ts';
import { Notifier } from '../notify/notifier.ts';
import type { Terminal } from '../process/terminal.ts';
import { version } from '../process/version.ts';
import { answerHookWarm } from './answer-hook-warm.ts';
import { refreshHookClient } from './hook-client-file.ts';
import { mountOf } from './mount.ts';
import { opensPage } from './opens-page.ts';
import { programStamp } from './program-stamp.ts';
import { type ServerPlace, serverSettings } from './server-place.ts';
import { startMarker } from './start-on-demand.ts';

export type ServerRun = {
  readonly place: ServerPlace;
  readonly terminal: Terminal;
  /** Ends after this long without a request or an open question; null: never. */
  readonly idleMs: number | null;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
  readonly onStarted: (server: RunningServer) => void;
};

const PREPARE_MS = 200;

export type ServerEnd = 'stopped' | 'idle' | 'updated' | 'interrupted';

/** Another server of this user has the lock. */
export class AlreadyRunningError extends Error {
  override readonly name = 'AlreadyRunningError';
}

/** Runs until it is stopped. One for each user: the kernel releases the lock when the process ends, in whatever way. */
export async function runServer(run: ServerRun): Promise<ServerEnd> {
  const { files } = run.place;
  try {
    makeOwnDirectory(files);
    return await withLock(files.lock, () => serve(run), { deadlineMs: 0 });
  } catch (error) {
    if (error instanceof LockError && /is held by another process/.test(error.message))
      throw new AlreadyRunningError('a server of this user runs already');
    if (error instanceof ConfigurationError) throw error;
    throw new FailedError(`the server cannot start: ${errorText(error)}`);
  }
}

async function serve({ place, terminal, idleMs, signal, warn, onStarted }: ServerRun): Promise<ServerEnd> {
  const settings = await serverSettings(place);
  refreshHookClient(place.stateDirectory);
  const isCurrent = programStamp();
  let end: ServerEnd | null = null;
  const over = new AbortController();
  let notifier: Notifier | null = null;
  const mount = mountOf({ place, terminal, signal: over.signal });
  const server = await startServer({
    files: place.files,
    store: openStore(place.files.database),
    version: version(),
    answerHook,
    mount,
    report: () => ({ notify: notifier?.report() ?? [] }),
    port: settings.serve.port?.value ?? 0,
    idleMs,
    warn,
  });
  notifier = new Notifier({
    inbox: server.inbox,
    port: server.description.port,
    ways: async () => (await serverSettings(place)).notify.map(({ value }) => value),
    env: terminal.env,
    signal: over.signal,
    warn,
  });
  // A question is there, so someone is about to look at it. The agents that ask have their replies first.
  const stopListening = server.inbox.onChange(() => {
    stopListening();
    setTimeout(() => mount.prepare(server.inbox).catch(() => {}), PREPARE_MS).unref();
  });
  const stop = () => stopAs('interrupted');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  rmSync(startMarker(place.files), { force: true });
  onStarted(server);
  const syncing = syncInBackground({ stateDirectory: place.stateDirectory, warn, signal: over.signal });
  const ended = await server.ended;
  rmSync(opensPage(place.files), { force: true });
  over.abort();
  await syncing;
  signal.removeEventListener('abort', stop);
  return end ?? ended;

  async function answerHook(request: HookRequest) {
    if (isCurrent()) return answerHookWarm(request);
    // After the client has been told to start the hook.
    setTimeout(() => stopAs('updated'), 100);
    return null;
  }

  function stopAs(why: ServerEnd): void {
    end = why;
    server.stop();
  }
}

function openStore(file: string): SqliteFactStore {
  // SQLite would create it readable for everyone.
  closeSync(openSync(file, 'a', 0o600));
  return new SqliteFactStore(file);
}
