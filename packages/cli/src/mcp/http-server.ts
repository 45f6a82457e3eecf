import { HttpUpstream, type HttpUpstreamParts } from '@caliban/adapters/mcp';
import type { Upstream, UpstreamEnd } from './upstream.ts';

/** A server at an address. It does not end: each request finds out for itself whether it is there. */
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
