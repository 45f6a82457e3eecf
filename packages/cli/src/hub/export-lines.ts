import { streamFrom } from '@caliban/hub';
import type { Args } from '../command-line/args.ts';
import { FailedError } from '../command-line/problems.ts';
import type { Terminal } from '../process/terminal.ts';
import { caIn, filesOf, tokenIn } from './hub-access.ts';
import { readJoined } from './joined-hub.ts';

/** The decision logs of all agents, in pieces of text. */
export async function* exportLines(args: Args, terminal: Terminal, query: URLSearchParams): AsyncGenerator<string> {
  const url = args.text('url');
  const joined = url === undefined ? readJoined(filesOf(terminal).person) : null;
  if (url === undefined && joined === null) throw new FailedError('no hub is known here; run `caliban hub join`');
  const ca = joined?.ca ?? caIn(args, terminal);
  const address = {
    url: url ?? (joined?.url as string),
    token: joined?.token ?? (await tokenIn(args, terminal)),
    ...(ca === undefined ? {} : { ca }),
  };
  yield* streamFrom(address, `/api/log/export?${query}`);
}
