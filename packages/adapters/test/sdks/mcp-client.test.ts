import type { AskHandler, Question } from '@caliban/gate';
import { Client } from '@modelcontextprotocol/client';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, test } from 'vitest';
import { guardMcpClient } from '../../src/sdks/mcp-client.ts';
import { exampleGuard } from '../helpers/example-guard.ts';
import { type Revision, servedMcp } from './helpers/served-mcp.ts';

const RULES = ['deny mcp__notes__write:path=/etc/*', 'allow mcp__notes__write'];

const say = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** A server with two tools, and what they were called with. */
async function notes(revision: Revision): Promise<{ client: Client; ran: unknown[] }> {
  const ran: unknown[] = [];
  const makeServer = () => {
    const server = new McpServer({ name: 'anything', version: '1' });
    const inputSchema = fromJsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } } });
    server.registerTool('write', { inputSchema }, async ({ path }) => {
      ran.push(path);
      return say(`wrote ${path}`);
    });
    server.registerTool('list.all', { annotations: { readOnlyHint: true } }, async () => say('none'));
    return server;
  };
  return { client: await servedMcp(makeServer, revision), ran };
}

describe.each<Revision>(['legacy', 'modern'])('%s', (revision) => {
  test.each([
    [{ name: 'write', arguments: { path: 'a.md' } }, say('wrote a.md'), ['a.md']],
    [
      { name: 'write', arguments: { path: '/etc/passwd' } },
      { ...say('this mcp__notes__write call is denied by the rule `mcp__notes__write:path=/etc/*`'), isError: true },
      [],
    ],
    [
      { name: 'list.all' },
      {
        ...say(
          "mcp__notes__list_all needs approval and nobody can be asked (rule `*` (builtin)); to let it through, run again with --allow 'mcp__notes__list_all'",
        ),
        isError: true,
      },
      [],
    ],
    [{ name: '' }, { ...say('the call could not be read: it has no name'), isError: true }, []],
  ])('%j', async (params, result, ran) => {
    const served = await notes(revision);
    const client = guardMcpClient(exampleGuard(RULES).guard, served.client, { server: 'notes' });
    const { content, isError } = await client.callTool(params);
    expect({ content, ...(isError === undefined ? {} : { isError }) }).toEqual(result);
    expect(await client.request({ method: 'tools/call', params })).toMatchObject(result);
    // Once for each way in.
    expect(served.ran).toEqual([...ran, ...ran]);
  });
});

test('every call is one line in the log', async () => {
  const { client } = await notes('modern');
  const { guard, log } = exampleGuard(RULES);
  const guarded = guardMcpClient(guard, client, { server: 'notes' });
  await guarded.callTool({ name: 'write', arguments: { path: 'a.md' } });
  await guarded.callTool({ name: 'write', arguments: { path: '/etc/x' } });
  expect(log.map(({ tool_name, input, outcome }) => [tool_name, input, outcome])).toEqual([
    ['mcp__notes__write', { path: 'a.md' }, 'allow'],
    ['mcp__notes__write', { path: '/etc/x' }, 'deny'],
  ]);
});

test('a tool is treated as read-only once the server has said so', async () => {
  const asked: Question[] = [];
  const yes: AskHandler = {
    ask: async (question) => {
      asked.push(question);
      return { kind: 'once', action: 'allow', by: 'operator' };
    },
  };
  const { client } = await notes('modern');
  const guarded = guardMcpClient(exampleGuard([], yes).guard, client, { server: 'notes' });
  await guarded.callTool({ name: 'list.all' });
  expect((await guarded.listTools()).tools.map(({ name }) => name)).toEqual(['write', 'list.all']);
  await guarded.callTool({ name: 'list.all' });
  await guarded.callTool({ name: 'write', arguments: { path: 'a' } });
  expect(asked.map(({ call }) => call.access)).toEqual(['unknown', 'read', 'unknown']);
});

test('an abandoned call is no longer asked about', async () => {
  const given = new AbortController();
  const nobody: AskHandler = {
    ask: (_, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        given.abort(new Error('never mind'));
      }),
  };
  const { client } = await notes('modern');
  const guarded = guardMcpClient(exampleGuard([], nobody).guard, client, { server: 'notes' });
  expect(await guarded.callTool({ name: 'list.all' }, { signal: given.signal })).toMatchObject({ isError: true });
});

test('own names are mapped to those of the rules', async () => {
  const { client, ran } = await notes('modern');
  const { guard } = exampleGuard(['deny Write:/etc/**', 'allow Write']);
  const named = { ...guard, calls: (_: string, input: unknown) => [{ tool: 'Write', input }] as const };
  const guarded = guardMcpClient(named, client, { server: 'notes' });
  await guarded.callTool({ name: 'write', arguments: { path: '/etc/x' } });
  await guarded.callTool({ name: 'write', arguments: { path: 'a.md' } });
  expect(ran).toEqual(['a.md']);
});

test('it is still the client it was', async () => {
  const { client } = await notes('legacy');
  const guarded = guardMcpClient(exampleGuard([]).guard, client, { server: 'notes' });
  expect(guarded).toBeInstanceOf(Client);
  expect(await guarded.ping()).toEqual({});
  expect(guarded.getServerVersion()).toMatchObject({ name: 'anything' });
  let closed = false;
  guarded.onclose = () => {
    closed = true;
  };
  await guarded.close();
  expect(closed).toBe(true);
});
