// One server for each user: `startServer` waits for nothing but its sockets and returns how to stop it and when it has ended.
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
  /** Without it hooks are not answered. */
  readonly answerHook?: (request: HookRequest) => Promise<HookAnswer | null>;
  readonly mount?: AppParts['mount'];
  /** More for its status. */
  readonly report?: () => Readonly<Record<string, unknown>>;
  /** 0: any that is free. */
  readonly port?: number;
  /** Ends after so long without a request, an open question or somebody who watches; null: never. */
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

/** How often what is due expires. */
const TICK_MS = 500;
/** A longer path is cut by the kernel, and then it is another file. */
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
    // First, so that no client begins something that is about to end.
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
      // Left by one that was killed; the lock says that it does not run any more.
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
      warn(`what is due could not be settled: ${errorText(error)}`);
    }
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    // Streams of events never end by themselves.
    (server as Server & { closeAllConnections?: () => void }).closeAllConnections?.();
  });
}

function secret(): string {
  return randomBytes(32).toString('hex');
}
