import { spawn } from 'node:child_process';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Something of everything that passes between a client and a server. */
export function exampleServer() {
  const server = new McpServer({ name: 'example', version: '1.0.0' }, { capabilities: { logging: {} } });
  const say = (text) => ({ content: [{ type: 'text', text }] });
  server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, async ({ text }) => say(text));
  server.registerTool('peek', { annotations: { readOnlyHint: true } }, async () => say('peeked'));
  server.registerTool('steps', {}, async (context) => {
    const { _meta, notify } = context.mcpReq;
    for (const progress of [1, 2]) {
      await notify({ method: 'notifications/progress', params: { progressToken: _meta?.progressToken, progress } });
    }
    // What comes in the same breath as the result is not told any more by the client.
    await new Promise((resolve) => setTimeout(resolve, 300));
    return say('done');
  });
  server.registerTool('name', {}, async (context) => {
    const { content } = await context.mcpReq.elicitInput({
      message: 'who?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    });
    return say(`hello ${content?.name}`);
  });
  server.registerTool(
    'wait',
    {},
    (context) =>
      new Promise((_, reject) => {
        context.mcpReq.signal.addEventListener('abort', () => {
          process.stderr.write('CANCELLED\n');
          reject(new Error('cancelled'));
        });
      }),
  );
  server.registerTool('crash', {}, async () => process.exit(7));
  server.registerTool('child', {}, async () => say(String(spawn('sleep', ['600'], { stdio: 'ignore' }).pid)));
  server.registerResource('note', 'note://1', {}, async () => ({ contents: [{ uri: 'note://1', text: 'a note' }] }));
  server.registerPrompt('greet', {}, async () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }],
  }));
  return server;
}
