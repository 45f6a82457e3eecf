import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';

export type Revision = 'legacy' | 'modern';

/** A client before that server, over HTTP. */
export async function servedMcp(makeServer: () => McpServer, revision: Revision): Promise<Client> {
  const { mode } = { legacy: { mode: 'legacy' as const }, modern: { mode: { pin: '2026-07-28' } } }[revision];
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(await listening(makeServer))));
  onTestFinished(() => client.close());
  return client;
}

async function listening(makeServer: () => McpServer): Promise<string> {
  const handler = createMcpHandler(makeServer);
  const http = createServer(async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on('close', () => gone.abort());
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const response = await handler.fetch(
      new Request(`http://${incoming.headers.host}${incoming.url}`, {
        method: incoming.method ?? 'GET',
        headers: incoming.headers as Record<string, string>,
        signal: gone.signal,
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      }),
    );
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body !== null) for await (const chunk of response.body) outgoing.write(chunk);
    outgoing.end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
}
