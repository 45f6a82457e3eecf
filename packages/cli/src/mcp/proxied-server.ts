import { basename } from 'node:path';
import type { Args } from '../command-line/args.ts';
import { UsageError } from '../command-line/problems.ts';

/** The server behind the proxy, and its name in rules. */
export type ProxiedServer =
  | { readonly kind: 'process'; readonly name: string; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'http'; readonly name: string; readonly url: URL };

export function proxiedServer(args: Args): ProxiedServer {
  const [command, ...rest] = args.operands;
  const name = args.text('name');
  const url = args.text('url');
  if (name?.trim() === '') throw new UsageError('--name needs a name');
  if (url === undefined) {
    if (command === undefined) throw new UsageError('which server? write `caliban mcp-proxy -- COMMAND…` or --url URL');
    return { kind: 'process', name: name ?? nameOf(command), command, args: rest };
  }
  if (command !== undefined) throw new UsageError(`a server is a command or a --url; \`${command}\` is too much`);
  if (name === undefined) throw new UsageError('--url needs --name NAME, so that rules can name mcp__NAME__tool');
  return { kind: 'http', name, url: httpUrl(url) };
}

/** The program without its directory and extension. */
function nameOf(command: string): string {
  return basename(command).replace(/\.(?:[cm]?js|ts|py|rb|sh|exe|cmd|bat)$/i, '');
}

function httpUrl(written: string): URL {
  if (!URL.canParse(written)) throw new UsageError(`--url \`${written}\` is not an address`);
  const url = new URL(written);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new UsageError('--url takes http or https');
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('--url takes no name and password; put headers into the settings of the server');
  }
  return url;
}
