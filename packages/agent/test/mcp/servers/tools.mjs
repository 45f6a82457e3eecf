import { spawn } from 'node:child_process';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A server with a tool for every way a tool can go. */
export function toolsServer() {
  const server = new McpServer({ name: 'tools', version: '1.0.0' });
  const say = (text) => ({ content: [{ type: 'text', text }] });

  server.registerTool(
    'add',
    {
      description: 'adds',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      annotations: { readOnlyHint: true },
    },
    async ({ a, b }) => say(String(a + b)),
  );
  server.registerTool('write.note', { description: 'writes' }, async () => say('written'));
  server.registerTool('refuse', {}, async () => ({ ...say('cannot do that'), isError: true }));
  server.registerTool('hang', {}, () => new Promise(() => {}));
  server.registerTool('crash', {}, async () => {
    process.stderr.write('out of cheese\n');
    process.exit(7);
  });
  server.registerTool('babble', {}, () => {
    process.stdout.write('this is no message\n');
    return new Promise(() => {});
  });
  server.registerTool('structured', { outputSchema: z.object({ n: z.number() }) }, async () => ({
    content: [],
    structuredContent: { n: 1 },
  }));
  server.registerTool('picture', {}, async () => ({
    content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }],
  }));
  server.registerTool('environment', {}, async () => say(JSON.stringify(process.env)));
  server.registerTool('spawn', {}, async () => {
    const child = spawn('sleep', ['600'], { stdio: 'ignore' });
    return say(String(child.pid));
  });
  server.registerTool('chatty', { description: 'x'.repeat(100_000) }, async () => say('done'));
  server.registerTool('grow', {}, async () => {
    server.registerTool('grown', { description: 'new' }, async () => say('here'));
    return say('grown');
  });
  return server;
}
