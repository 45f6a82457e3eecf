import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

export type ForwardProxy = {
  readonly url: string;
  readonly asked: readonly string[];
  readonly firstTunnel: Promise<void>;
};

/** A proxy on the loopback address that leads every name to one server, and writes down what it was asked for. */
export async function startForwardProxy(port: number): Promise<ForwardProxy> {
  const asked: string[] = [];
  const { promise: firstTunnel, resolve: isOpened } = withResolvers();
  const proxy = createServer((incoming, answer) => {
    asked.push(`${incoming.method} ${incoming.url} ${incoming.headers['proxy-authorization'] ?? ''}`.trim());
    const { pathname, search } = new URL(incoming.url ?? '');
    const { 'proxy-authorization': _, ...headers } = incoming.headers;
    const outgoing = request(
      { port, method: incoming.method, path: pathname + search, headers, host: '127.0.0.1' },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  proxy.on('connect', ({ url }, client) => {
    asked.push(`CONNECT ${url}`);
    isOpened();
    const server = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      server.pipe(client).pipe(server);
    });
    for (const end of [client, server]) end.on('error', () => end.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { url: `127.0.0.1:${(proxy.address() as { port: number }).port}`, asked, firstTunnel };
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
