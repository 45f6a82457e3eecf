import { onTestFinished } from 'vitest';
import { hubClient } from '../../src/client/hub-client.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrations.ts';
import { type NewToken, Tokens, tokenSealKey } from '../../src/identity/tokens.ts';
import { createSigningKey, readPublicKey } from '../../src/policy/bundle.ts';
import { type RunningHub, startHub } from '../../src/server/start-hub.ts';
import type { Cluster } from './postgres.ts';

export type TestHub = {
  readonly hubs: readonly RunningHub[];
  readonly warnings: string[];
  readonly databaseUrl: string;
  readonly policyKey: string;
  readonly answerKey: string;
  /** Straight in the database, as the first admin token is made. */
  readonly token: (token: Omit<NewToken, 'by'>) => Promise<string>;
  readonly send: (token: string, method: 'GET' | 'POST', path: string, body?: unknown, hub?: number) => Promise<Reply>;
};

export type Reply = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

/** Hubs that share a new database. */
export async function runningHubs(cluster: Cluster, count = 1): Promise<TestHub> {
  const databaseUrl = await cluster.createDatabase();
  const database = openDatabase({ url: databaseUrl, maxConnections: 2 });
  const [answers, policy] = [createSigningKey(), createSigningKey()];
  const sealKey = tokenSealKey(answers.privateKey);
  await migrate(database, { sealKey });
  const policyKey = readPublicKey(policy.publicKey);
  if (!policyKey.ok) throw new Error(policyKey.error);
  const warnings: string[] = [];
  const hubs: RunningHub[] = [];
  for (let index = 0; index < count; index++) {
    hubs.push(
      await startHub({
        databaseUrl,
        host: '127.0.0.1',
        port: 0,
        tls: null,
        answerKey: answers.privateKey,
        policyKeys: [policyKey.value],
        version: '1.2.3',
        warn: (message) => void warnings.push(message),
        maxConnections: 5,
      }),
    );
  }
  onTestFinished(async () => {
    await Promise.all(hubs.map((hub) => hub.stop()));
    await database.close();
  });
  const tokens = new Tokens(database, sealKey);
  return {
    hubs,
    warnings,
    databaseUrl,
    policyKey: policy.privateKey,
    answerKey: answers.publicKey,
    async token(wanted) {
      const made = await tokens.create({ ...wanted, by: 'test' });
      if (!made.ok) throw new Error(made.error);
      return made.value;
    },
    async send(token, method, path, body, hub = 0) {
      const client = hubClient({ url: (hubs[hub] as RunningHub).url, token });
      return (await client.send({ method, path, body, timeoutMs: 20_000 })) as Reply;
    },
  };
}
