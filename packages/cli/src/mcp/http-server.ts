import { HttpUpstream, type HttpUpstreamParts } from '@caliban/adapters/mcp';
import type { Upstream, UpstreamEnd } from './upstream.ts';

/** A server at an address. It never ends: each request finds out whether the server is there. */
export async function httpServer(parts: HttpUpstreamParts): Promise<Upstream> {
  const upstream = new HttpUpstream(parts);
  await upstream.start();
  return {
    send: (line) => upstream.send(line),
    ready: async () => {},
    ended: new Promise<UpstreamEnd>(() => {}),
    async close() {
      await upstream.close();
      return 0;
    },
  };
}
