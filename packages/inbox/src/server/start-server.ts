// One server for each user: `startServer` waits only for its sockets and returns how to stop it and a promise of its end.
import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { errorText } from '@caliban/calls/text';
import { createAdaptorServer } from '@hono/node-server';
import { Inbox } from '../inbox.ts';
import type { FactStore } from '../store/fact-store.ts';
import { type AppParts, createApp } from './app.ts';
import { createHookListener } from './hook-listener.ts';
import type { HookAnswer, HookRequest } from './hook-request.ts';
import {
  makeOwnDirectory,
  removeDescription,
  type ServerDescription,
  type ServerFiles,
  writeDescription,
} from './server-files.ts';

export type ServerOptions = {
  readonly files: ServerFiles;
  readonly store: FactStore;
  readonly version: string;
  /** Without it, hooks aren't answered. */
  readonly answerHook?: (request: HookRequest) => Promise<HookAnswer | null>;
  readonly mount?: AppParts['mount'];
  /** Additional fields of its status. */
  readonly report?: () => Readonly<Record<string, unknown>>;
  /** 0: any free port. */
  readonly port?: number;
  /** Ends after this long without a request, an open question or an open event stream; null: never. */
  readonly idleMs?: number | null;
  readonly warn: (message: string) => void;
};

export type RunningServer = {
  readonly description: ServerDescription;
  readonly inbox: Inbox;
  readonly stop: () => void;
  /** Why it ended. */
  readonly ended: Promise<'stopped' | 'idle'>;
};

/** How often expired asks are ended. */
const TICK_MS = 500;
/** The kernel truncates a longer path, which then names another file. */
const MAX_SOCKET_PATH = 100;
const LOOPBACK = '127.0.0.1';

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { files, store, version, answerHook, mount = {}, report, port = 0, idleMs = null, warn } = options;
  makeOwnDirectory(files);
  const inbox = new Inbox({ store, warn });
  const token = secret();
  // The bash client reads it byte by byte.
  const replyToken = secret().slice(0, 32);
  const startedAt = new Date().toISOString();
  let open = 0;
  let lastUse = performance.now();
  const begin = () => {
    open++;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      open--;
      lastUse = performance.now();
    };
  };
  let end: (why: 'stopped' | 'idle') => void = () => {};
  const ending = new Promise<'stopped' | 'idle'>((resolve) => {
    end = resolve;
  });

  let hooks = 0;
  const answer = async (request: HookRequest) => {
    const answered = (await answerHook?.(request)) ?? null;
    if (answered !== null) hooks++;
    return answered;
  };
  const app = createApp({
    inbox,
    token,
    replyToken,
    port: () => description.port,
    status: async () => {
      const pending = (await inbox.pending()).length;
      return { ...report?.(), pid: process.pid, version, startedAt, pending, hooks };
    },
    stop: () => end('stopped'),
    answerHook: answer,
    begin,
    mount,
  });
  const servers: Server[] = [];
  const http = createAdaptorServer({ fetch: app.fetch }) as unknown as Server;
  const hookListener = createHookListener({ token, replyToken, answerHook: answer, begin });
  const socket =
    Buffer.byteLength(files.socket) <= MAX_SOCKET_PATH && process.platform !== 'win32' ? files.socket : null;
  const description: ServerDescription = await listenAll();
  writeDescription(files, description);

  const timer = setInterval(() => void tick(), TICK_MS);
  const ended = ending.then(async (why) => {
    clearInterval(timer);
    // Removed first, so that no client starts a request that can't be finished.
    removeDescription(files);
    await Promise.all(servers.map(close));
    await store.close();
    return why;
  });
  return { description, inbox, stop: () => end('stopped'), ended };

  async function listenAll(): Promise<ServerDescription> {
    const own = await listening(http, { host: LOOPBACK, port });
    const hookPort = answerHook === undefined ? null : await listening(hookListener, { host: LOOPBACK, port: 0 });
    if (socket !== null) {
      // Left behind by a server that was killed; we have the lock, so it no longer runs.
      rmSync(socket, { force: true });
      await listening(createAdaptorServer({ fetch: app.fetch }) as unknown as Server, { path: socket });
      chmodSync(socket, 0o600);
    }
    return { pid: process.pid, version, startedAt, port: own, hookPort, socket, token, replyToken };
  }

  async function listening(server: Server, place: { host: string; port: number } | { path: string }): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(place, () => {
        server.off('error', reject);
        resolve();
      });
    });
    servers.push(server);
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  async function tick(): Promise<void> {
    try {
      const pending = await inbox.expireDue();
      if (idleMs !== null && pending === 0 && open === 0 && performance.now() - lastUse > idleMs) end('idle');
    } catch (error) {
      warn(`expired questions could not be closed: ${errorText(error)}`);
    }
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    // Event streams never end by themselves.
    (server as Server & { closeAllConnections?: () => void }).closeAllConnections?.();
  });
}

function secret(): string {
  return randomBytes(32).toString('hex');
}
