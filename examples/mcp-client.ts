import { guardMcpClient } from '@caliban/adapters';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { exampleGuard } from './example-guard.ts';

const client = guardMcpClient(exampleGuard(), new Client({ name: 'example', version: '1.0.0' }), { server: 'notes' });

// In place of a server somewhere else, one in this process.
const server = new McpServer({ name: 'notes', version: '1.0.0' });
for (const name of ['read', 'erase']) {
  server.registerTool(name, {}, () => ({ content: [{ type: 'text', text: `did ${name}` }] }));
}
const [near, far] = InMemoryTransport.createLinkedPair();
await server.connect(far);
await client.connect(near);

for (const name of ['read', 'erase']) {
  const { isError = false, content } = await client.callTool({ name });
  console.log(isError ? 'refused' : 'done', JSON.stringify(content));
}
await client.close();
