import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { addressProblem, hubClient } from '@caliban/hub/client';
import { type ClientReply, type ClientRequest, type InboxClient, UnreachableError } from '@caliban/inbox';
import type { Args } from '../command-line/args.ts';
import { ConfigurationError, FailedError, UsageError } from '../command-line/problems.ts';
import type { Terminal } from '../process/terminal.ts';
import { serverPlace } from '../serve/server-place.ts';
import { clientOf, type HubFiles, hubFiles, readJoined } from './joined-hub.ts';

/** A hub as a command line uses it. Errors say what to do. */
export type HubAccess = {
  readonly url: string;
  readonly get: <Body>(path: string) => Promise<Body>;
  readonly post: <Body>(path: string, body: unknown) => Promise<Body>;
  /** The raw reply, for callers that handle each status. */
  readonly send: (request: ClientRequest) => Promise<ClientReply>;
};

export function filesOf(terminal: Pick<Terminal, 'env' | 'home'>): HubFiles {
  return hubFiles(serverPlace(terminal).stateDirectory);
}

/** From --url and --token-file, else the hub that this user has joined. */
export async function hubAccess(args: Args, terminal: Terminal): Promise<HubAccess> {
  const url = args.text('url');
  if (url !== undefined) {
    const ca = caIn(args, terminal);
    const token = await tokenIn(args, terminal);
    return accessOf(url, hubClient({ url, token, ...(ca === undefined ? {} : { ca }) }));
  }
  const joined = readJoined(filesOf(terminal).person);
  if (joined === null)
    throw new ConfigurationError([
      'no hub is known here; run `caliban hub join URL --token-file FILE` with the token of an approver or admin, or give --url and --token-file',
    ]);
  return accessOf(joined.url, clientOf(joined));
}

export function accessOf(url: string, client: InboxClient): HubAccess {
  const send = async (request: ClientRequest) => {
    try {
      return await client.send({ timeoutMs: 30_000, ...request });
    } catch (error) {
      if (error instanceof UnreachableError) throw new FailedError(`${url} can't be reached: ${error.message}`);
      throw error;
    }
  };
  const bodyOf = <Body>({ status, body }: ClientReply): Body => {
    if (status < 400) return body as Body;
    const { error } = body as { readonly error?: string };
    throw new FailedError(`${url}: ${error ?? `it answered ${status}`}`);
  };
  return {
    url,
    send,
    get: async (path) => bodyOf(await send({ method: 'GET', path })),
    post: async (path, body) => bodyOf(await send({ method: 'POST', path, body })),
  };
}

export async function tokenIn(args: Args, terminal: Terminal): Promise<string> {
  const file = args.text('token-file');
  if (file === undefined) throw new UsageError('--token-file FILE is missing; - reads the token from standard input');
  const text = file === '-' ? await terminal.readInput() : readOrFail(resolve(terminal.cwd, file));
  const token = text.trim();
  if (!/^caliban_[0-9a-f]{16}_[\w-]{43}$/.test(token))
    throw new UsageError('what --token-file names is not a token of a hub');
  return token;
}

export function caIn(args: Args, terminal: Pick<Terminal, 'cwd'>): string | undefined {
  const file = args.text('ca');
  return file === undefined ? undefined : readOrFail(resolve(terminal.cwd, file));
}

export function checkedUrl(url: string | undefined): string {
  if (url === undefined) throw new UsageError('the URL of the hub is missing: caliban hub join https://…');
  const problem = addressProblem(url);
  if (problem !== null) throw new UsageError(problem);
  return new URL(url).origin;
}

function readOrFail(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new FailedError((error as Error).message);
  }
}
