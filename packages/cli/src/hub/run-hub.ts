import type { KeyObject } from 'node:crypto';
import { readPublicKey, startHub } from '@caliban/hub';
import type { Args } from '../command-line/args.ts';
import { ConfigurationError, FailedError } from '../command-line/problems.ts';
import { jsonLine } from '../output/json.ts';
import type { Terminal } from '../process/terminal.ts';
import { version } from '../process/version.ts';
import { fleetMount } from '../serve/mount.ts';
import { readHubConfig, readPem } from './hub-config.ts';

/** `caliban serve --hub`: until Ctrl-C. Several may run on one database. */
export async function runHub(args: Args, terminal: Terminal): Promise<number> {
  const config = readHubConfig(args, terminal);
  const ending = terminal.interrupted();
  const json = args.isSet('json');
  const policyKeys = config.policyKeys.map(publicKeyIn);
  const hub = await startHub({
    databaseUrl: config.database,
    ...config.listen,
    tls: config.tls === null ? null : { cert: readPem(config.tls.cert), key: readPem(config.tls.key) },
    answerKey: readPem(config.answerKey),
    policyKeys,
    mount: fleetMount({ terminal, policyKeys, signal: ending }),
    version: version(),
    warn: (message) => terminal.err(`caliban serve --hub: ${message}\n`),
  }).catch((error: unknown) => {
    throw new FailedError(`the hub cannot start: ${(error as Error).message}`);
  });
  terminal.out(json ? jsonLine({ event: 'started', url: hub.url }) : `The hub is at ${hub.url}. Ctrl-C ends it.\n`);
  if (config.tls === null && !isLoopback(config.listen.host))
    terminal.err('caliban serve --hub: it listens without encryption; let only a proxy that encrypts reach it\n');
  await new Promise<void>((resolve) => {
    if (ending.aborted) resolve();
    ending.addEventListener('abort', () => resolve(), { once: true });
  });
  await hub.stop();
  terminal.out(json ? jsonLine({ event: 'ended' }) : 'Stopped.\n');
  return 0;
}

export function publicKeyIn(file: string): KeyObject {
  const key = readPublicKey(readPem(file));
  if (!key.ok) throw new ConfigurationError([`${file}: ${key.error}`]);
  return key.value;
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host);
}
