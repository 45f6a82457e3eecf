import { EventEmitter, once } from 'node:events';
import type { AskHandler } from '@caliban/gate';
import { fromJsonSchema, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import type { Guard } from '../../src/sdks/check-call.ts';
import { guardMcpHandler } from '../../src/sdks/mcp-handler.ts';
import { exampleGuard } from '../helpers/example-guard.ts';
import { servedMcp } from './helpers/served-mcp.ts';

const RULES = ['deny mcp__notes__write:path=/etc/*', 'allow mcp__notes__write', 'allow mcp__notes__list'];

const say = (text: string) => ({ content: [{ type: 'text' as const, text }] });

function notes(guard: Guard): McpServer {
  const server = new McpServer({ name: 'notes', version: '1' });
  const inputSchema = fromJsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } } });
  server.registerTool(
    'write',
    { inputSchema },
    guardMcpHandler(guard, { server: 'notes', tool: 'write' }, async ({ path }, { mcpReq }) =>
      say(`wrote ${path} for ${mcpReq.method}`),
    ),
  );
  // Without an input schema the context comes first.
  server.registerTool(
    'list',
    {},
    guardMcpHandler(guard, { server: 'notes', tool: 'list' }, ({ mcpReq }: ServerContext) =>
      say(`listed for ${mcpReq.method}`),
    ),
  );
  return server;
}

test.each([
  [{ name: 'write', arguments: { path: 'a.md' } }, say('wrote a.md for tools/call'), 'allow'],
  [
    { name: 'write', arguments: { path: '/etc/x' } },
    { ...say('this mcp__notes__write call is denied by the rule `mcp__notes__write:path=/etc/*`'), isError: true },
    'deny',
  ],
  [{ name: 'list', arguments: {} }, say('listed for tools/call'), 'allow'],
])('%j', async (params, result, outcome) => {
  const { guard, log } = exampleGuard(RULES);
  const client = await servedMcp(() => notes(guard), 'modern');
  const { content, isError } = await client.callTool(params);
  expect({ content, ...(isError === undefined ? {} : { isError }) }).toEqual(result);
  expect(log).toMatchObject([{ tool_name: `mcp__notes__${params.name}`, input: params.arguments, outcome }]);
  expect(log[0]?.tool_use_id).toMatch(/^\d+$/);
});

test('a call that the client gives up is not asked about any longer', async () => {
  const seen = new EventEmitter();
  const waiting: AskHandler = {
    ask: (_, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason);
          seen.emit('ended');
        });
        seen.emit('asked');
      }),
  };
  const [asked, ended] = [once(seen, 'asked'), once(seen, 'ended')];
  const { guard } = exampleGuard(['ask mcp__notes__list'], waiting);
  const client = await servedMcp(() => notes(guard), 'modern');
  const givenUp = new AbortController();
  const calling = client.callTool({ name: 'list' }, { signal: givenUp.signal });
  await asked;
  givenUp.abort(new Error('never mind'));
  await expect(calling).rejects.toThrow('never mind');
  await ended;
});
