import { fileURLToPath } from 'node:url';
import type { HostName } from '@caliban/adapters';
import type { Protocol } from '../../../packages/agent/test/providers/wire-reply.ts';
import type { ClientPlace } from './client-place.ts';

/** A tool as the client offers it to its model, and what it takes. */
export type Use = readonly [tool: string, input: unknown];

/** An agent of somebody else, as it has to be told to talk to our model and to nobody else. */
export type Agent = {
  readonly protocol: Protocol;
  /** `origin` is the model's address. */
  readonly env: (origin: string) => Readonly<Record<string, string>>;
  readonly runs: (command: string) => Use;
};

/** With caliban as its hook. */
export type Client = Agent & {
  readonly host: HostName;
  /** Its configuration. */
  readonly files: (origin: string, place: ClientPlace) => Readonly<Record<string, string>>;
  readonly command: (place: ClientPlace) => readonly string[];
  readonly writes: (path: string) => Use;
  readonly callsMcp: (tool: string) => Use;
  /** What the log says of a question when nobody sits there. */
  readonly unasked: 'deny' | 'handed-over';
};

/** For a hook of the test's own, beside ours: it keeps what the client sends and has no opinion. */
export const OBSERVER = 'cat > "$SEEN/$$.json"';

export const [MCP_PROGRAM, MCP_SCRIPT]: readonly [string, string] = [
  process.execPath,
  fileURLToPath(new URL('mcp-server.mjs', import.meta.url)),
];

export function installed(path: string): string {
  return fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
}
