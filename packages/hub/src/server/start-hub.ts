// One hub process. Several of them may share one database; they share nothing else.

import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { createServer as createHttpsServer } from 'node:https';
import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorText } from '@caliban/calls/text';
import { Inbox } from '@caliban/inbox';
import { createAdaptorServer } from '@hono/node-server';
import { countLines } from '../audit/count-lines.ts';
import { DecisionLogs } from '../audit/decision-logs.ts';
import { FleetSums } from '../audit/fleet-sums.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { schemaProblem } from '../database/migrations.ts';
import { PostgresFactStore } from '../facts/postgres-fact-store.ts';
import { Tokens, tokenSealKey } from '../identity/tokens.ts';
import { Policies } from '../policy/policies.ts';
import { createHubApp, type HubParts } from './hub-app.ts';
import { Metrics } from './metrics.ts';

export type HubOptions = {
  readonly databaseUrl: string;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Null: plain HTTP, for use behind a proxy. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** PEM, Ed25519. All hubs of a database use the same. */
  readonly answerKey: string;
  readonly policyKeys: readonly KeyObject[];
  readonly version: string;
  readonly warn: (message: string) => void;
  readonly maxConnections?: number;
} & Pick<HubParts, 'mount'>;

export type RunningHub = {
  readonly url: string;
  readonly database: Database;
  readonly inbox: Inbox;
  readonly stop: () => Promise<void>;
};

/** How often to look for facts written by other hubs. */
const FOLLOW_MS = 200;
const EXPIRE_MS = 1_000;
const COUNT_MS = 1_000;

/** Fails if PostgreSQL doesn't answer or lacks our tables. */
export async function startHub(options: HubOptions): Promise<RunningHub> {
  const { databaseUrl, host, port, tls, warn } = options;
  const database = openDatabase({
    url: databaseUrl,
    warn,
    ...(options.maxConnections === undefined ? {} : { maxConnections: options.maxConnections }),
  });
  try {
    const problem = await schemaProblem(database);
    if (problem !== null) throw new Error(problem);
    const store = new PostgresFactStore(database);
    const key = createPrivateKey(options.answerKey);
    const publicKey = createPublicKey(key);
    const inbox = new Inbox({
      store,
      warn,
      signer: {
        sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
        isSigned: (text, signature) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
      },
    });
    const app = createHubApp({
      ...options,
      inbox,
      tokens: new Tokens(database, tokenSealKey(options.answerKey)),
      policies: new Policies(database),
      logs: new DecisionLogs(database),
      sums: new FleetSums(database),
      metrics: new Metrics(),
      answerKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
      problem: () => schemaProblem(database).catch((error: unknown) => errorText(error)),
    });
    const server = (tls === null
      ? createAdaptorServer({ fetch: app.fetch })
      : createAdaptorServer({
          fetch: app.fetch,
          createServer: createHttpsServer,
          serverOptions: tls,
        })) as unknown as Server;
    const listening = await listen(server, { host, port });
    const ending = new AbortController();
    const work = [
      follow({ store, inbox, warn, signal: ending.signal }),
      expire({ inbox, warn, signal: ending.signal }),
      count({ database, warn, signal: ending.signal }),
    ];
    return {
      url: `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${listening}`,
      database,
      inbox,
      async stop() {
        ending.abort();
        const closed = new Promise<void>((resolve) => server.close(() => resolve()));
        (server as Server & { closeAllConnections?: () => void }).closeAllConnections?.();
        await Promise.all([closed, ...work]);
        await store.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
}

type Background = {
  readonly inbox: Inbox;
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
};

/** Wakes requests that wait here for facts written by another hub. */
async function follow({
  store,
  inbox,
  warn,
  signal,
}: Background & { readonly store: PostgresFactStore }): Promise<void> {
  let last: number | null = null;
  await untilAborted(signal, FOLLOW_MS, warn, async () => {
    last ??= await store.lastSequence();
    for (;;) {
      const facts = await store.listSince(last, 1_000);
      for (const fact of facts) {
        inbox.announce(fact);
        last = fact.sequence;
      }
      if (facts.length < 1_000) return;
    }
  });
}

async function expire({ inbox, warn, signal }: Background): Promise<void> {
  await untilAborted(signal, EXPIRE_MS, warn, async () => void (await inbox.expireDue()));
}

/** Rests as long as it worked: uploads and answers come first. */
async function count({ database, warn, signal }: Omit<Background, 'inbox'> & { readonly database: Database }) {
  await untilAborted(signal, COUNT_MS, warn, async () => {
    for (;;) {
      const begun = performance.now();
      if (signal.aborted || (await countLines(database)) === 0) return;
      await sleep(performance.now() - begun, undefined, { signal }).catch(() => {});
    }
  });
}

async function untilAborted(
  signal: AbortSignal,
  pauseMs: number,
  warn: (message: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  let isFailing = false;
  while (!signal.aborted) {
    try {
      await work();
      isFailing = false;
    } catch (error) {
      // Reported once: PostgreSQL may be away for an hour.
      if (!isFailing && !signal.aborted) warn(errorText(error));
      isFailing = true;
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}

async function listen(server: Server, place: { readonly host: string; readonly port: number }): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
