// An MCP server over standard input and output with two tools. Each leaves a file with its name where it was started.
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const TOOLS = ['refused', 'granted'];

const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'probe', version: '1.0.0' },
  }),
  'tools/list': () => ({
    tools: TOOLS.map((name) => ({
      name,
      description: 'leaves a file',
      inputSchema: { type: 'object', properties: { note: { type: 'string' } } },
    })),
  }),
  'tools/call': ({ name }) => {
    writeFileSync(`mcp-${name}`, '');
    return { content: [{ type: 'text', text: `${name} ran` }] };
  },
  ping: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = ANSWERS[method];
  const body =
    answer === undefined ? { error: { code: -32601, message: `no ${method}` } } : { result: answer(params ?? {}) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
}
