import { guardMcpHandler } from '@caliban/adapters';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { exampleGuard } from './example-guard.ts';

const guard = exampleGuard();
const server = new McpServer({ name: 'notes', version: '1.0.0' });
for (const tool of ['read', 'erase']) {
  const run = () => ({ content: [{ type: 'text' as const, text: `did ${tool}` }] });
  server.registerTool(tool, {}, guardMcpHandler(guard, { server: 'notes', tool }, run));
}

// In place of an agent, a client in this process.
const client = new Client({ name: 'example', version: '1.0.0' });
const [near, far] = InMemoryTransport.createLinkedPair();
await server.connect(far);
await client.connect(near);

for (const name of ['read', 'erase']) {
  const { isError = false, content } = await client.callTool({ name });
  console.log(isError ? 'refused' : 'done', JSON.stringify(content));
}
await client.close();
