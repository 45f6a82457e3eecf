import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bundled } from '../../../../test/helpers/bundled.ts';
import { connectMcpServers, type McpServers } from '../../src/mcp/mcp-servers.ts';
import type { McpServerSettings } from '../../src/mcp/server-settings.ts';
import { CALM, collect, ending, madeAgent, madeDirectory, only } from '../helpers/made-agent.ts';

const STDIO: McpServerSettings = {
  command: process.execPath,
  args: [await bundled(fixture('stdio.mjs'))],
  timeoutMs: 20_000,
};

function fixture(name: string): string {
  return fileURLToPath(new URL(`./servers/${name}`, import.meta.url));
}

let open: McpServers[] = [];

afterEach(async () => {
  await Promise.all(open.map((servers) => servers.close()));
  open = [];
});

async function connected(settings: Readonly<Record<string, McpServerSettings>>): Promise<McpServers> {
  const servers = await connectMcpServers(settings, { cwd: madeDirectory(), env: { ...process.env, SECRET_KEY: 'x' } });
  open.push(servers);
  return servers;
}

/** An agent calls one tool of the servers; what came of it. */
async function called(servers: McpServers, name: string, input: unknown = {}, signal: AbortSignal = CALM) {
  const { agent, logged } = madeAgent({
    tools: servers.tools,
    rules: ['mcp__* allow'],
    script: [{ tool_uses: [{ name, input }] }, { text: 'done' }],
  });
  const events = await collect(agent.run('go', signal));
  const [finished] = only(events, 'tool-finished');
  return { end: finished?.end, text: finished?.result.text ?? '', run: ending(events).end.kind, logged };
}

describe('over stdio', () => {
  const cwd = madeDirectory();
  let shared: McpServers;

  beforeAll(async () => {
    shared = await connectMcpServers({ 's!': STDIO }, { cwd, env: process.env });
  });

  afterAll(() => shared.close());

  test('its tools are ours, named and judged as MCP tools are', async () => {
    expect(shared.status()).toEqual([{ name: 's!', status: { kind: 'connected' } }]);
    expect(shared.tools().map(({ name, access }) => `${name} ${access}`)).toEqual(
      expect.arrayContaining(['mcp__s___add read', 'mcp__s___write_note unknown']),
    );
    expect(shared.tools()[0]?.inputSchema).toMatchObject({ type: 'object', properties: { a: { type: 'number' } } });

    const chatty = shared.tools().find(({ name }) => name === 'mcp__s___chatty');
    expect(chatty?.description.length).toBeLessThan(4_100);

    const { text, logged } = await called(shared, 'mcp__s___add', { a: 1, b: 2 });
    expect([text, logged.map(({ tool_name }) => tool_name)]).toEqual(['3', ['mcp__s___add']]);
  });

  test.each<[string, unknown, string, string | RegExp]>([
    ['write_note', {}, 'ok', 'written'],
    ['refuse', {}, 'error', 'cannot do that'],
    ['structured', {}, 'ok', '{"n":1}'],
    ['picture', {}, 'ok', '[image of type image/png, which cannot be shown here]'],
    ['add', { a: 'one' }, 'error', /expected number/i],
    ['add', [1, 2], 'invalid', 'wrong input for mcp__s___add: expected an object'],
  ])('%s %j', async (tool, input, end, text) => {
    const outcome = await called(shared, `mcp__s___${tool}`, input);
    expect([outcome.end, outcome.run]).toEqual([end, 'done']);
    if (typeof text === 'string') expect(outcome.text).toBe(text);
    else expect(outcome.text).toMatch(text);
  });

  test('an interruption does not wait for it', async () => {
    const interruption = new AbortController();
    const { agent } = madeAgent({
      tools: shared.tools,
      rules: ['mcp__* allow'],
      script: [{ tool_uses: [{ name: 'mcp__s___hang', input: {} }] }],
    });
    for await (const event of agent.run('go', interruption.signal)) {
      if (event.kind === 'tool-started') setImmediate(() => interruption.abort());
    }
    expect(agent.messages.at(-1)).toMatchObject({ role: 'tool', results: [{ isError: true }] });
    expect((await called(shared, 'mcp__s___add', { a: 1, b: 1 })).text).toBe('2');
  });

  test('new tools are there for the next reply', async () => {
    await called(shared, 'mcp__s___grow');
    await expect.poll(() => shared.tools().map(({ name }) => name)).toContain('mcp__s___grown');
    expect((await called(shared, 'mcp__s___grown')).text).toBe('here');
  });

  test('a server that is gone offers nothing, and says why', async () => {
    const servers = await connected({ s: STDIO });
    const crash = servers.tools().find(({ name }) => name === 'mcp__s__crash');
    expect((await called(servers, 'mcp__s__crash')).text).toBe(
      'the MCP server `s` is not there: it exited with code 7; its last words: out of cheese',
    );
    expect([servers.tools(), servers.status()]).toEqual([
      [],
      [{ name: 's', status: { kind: 'failed', because: 'it exited with code 7; its last words: out of cheese' } }],
    ]);
    // A call that was on its way when it happened.
    const late = await called({ ...servers, tools: () => (crash === undefined ? [] : [crash]) }, 'mcp__s__crash');
    expect([late.end, late.text]).toEqual([
      'error',
      'the MCP server `s` is not there: it exited with code 7; its last words: out of cheese',
    ]);
  });

  test('the run continues after the timeout, and reports the last invalid message', async () => {
    const servers = await connected({ s: { ...STDIO, timeoutMs: 6_000 } });
    const outcomes = await Promise.all(['hang', 'babble'].map((tool) => called(servers, `mcp__s__${tool}`)));
    expect(outcomes.map(({ end, run }) => [end, run])).toEqual([
      ['error', 'done'],
      ['error', 'done'],
    ]);
    expect(outcomes[0]?.text).toMatch(/^the MCP server `s` failed: .*timed out/i);
    expect(outcomes[1]?.text).toMatch(/timed out; it sent an invalid message: this is no message/i);
  });

  test('it sees what it needs to run and what it was given, no more', async () => {
    const servers = await connected({ s: { ...STDIO, env: { TOKEN: 'given' } } });
    const { text } = await called(servers, 'mcp__s__environment');
    expect(JSON.parse(text)).toMatchObject({ PATH: process.env.PATH, TOKEN: 'given' });
    expect(text).not.toContain('SECRET_KEY');
  });

  test('its child processes end with it', async () => {
    const servers = await connected({ s: STDIO });
    const pid = Number((await called(servers, 'mcp__s__spawn')).text);
    expect(isAlive(pid)).toBe(true);
    await servers.close();
    expect(isAlive(pid)).toBe(false);
  });
});

describe('servers that do not come up', () => {
  test.each<[string, McpServerSettings, RegExp]>([
    ['no such program', { command: '/nowhere/server' }, /^spawn \/nowhere\/server ENOENT$/],
    [
      'exits at once',
      { command: 'sh', args: ['-c', 'echo no licence >&2; exit 3'] },
      /code 3; its last words: no licence/,
    ],
    ['says nothing', { command: 'sleep', args: ['600'], timeoutMs: 300 }, /timed out/i],
    [
      'babbles',
      { command: 'sh', args: ['-c', 'echo hello; sleep 600'], timeoutMs: 2_000 },
      /timed out.*invalid message: hello/i,
    ],
    ['no url', { url: 'not a url' }, /invalid url/i],
    ['nobody listens', { url: 'http://127.0.0.1:1/mcp' }, /fetch failed|ECONNREFUSED/],
  ])('%s', async (_, settings, because) => {
    const servers = await connected({ broken: settings });
    expect([servers.tools(), servers.status()]).toEqual([
      [],
      [{ name: 'broken', status: { kind: 'failed', because: expect.stringMatching(because) } }],
    ]);
  });

  test('the others do', async () => {
    const servers = await connected({ broken: { command: '/nowhere/server' }, fine: STDIO });
    expect(servers.status().map(({ status }) => status.kind)).toEqual(['failed', 'connected']);
  });

  test('a web server that accepts and is silent', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const servers = await connected({ silent: { url: `http://127.0.0.1:${port}/`, timeoutMs: 300 } });
    expect(servers.status()[0]?.status.kind).toBe('failed');
    silent.close();
  });
});

describe('over HTTP', () => {
  let server: ChildProcess;
  let url: string;

  beforeAll(async () => {
    server = spawn(process.execPath, [fixture('http.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [port] = await once(server.stdout as NodeJS.ReadableStream, 'data');
    url = `http://127.0.0.1:${String(port).trim()}/mcp`;
  });

  afterAll(() => void server.kill());

  test('a call, with the headers it was given', async () => {
    const servers = await connected({ web: { url, headers: { authorization: 'Bearer sesame' } } });
    expect(servers.status()).toEqual([{ name: 'web', status: { kind: 'connected' } }]);
    expect((await called(servers, 'mcp__web__add', { a: 2, b: 3 })).text).toBe('5');
  });

  test('the wrong key', async () => {
    const servers = await connected({ web: { url } });
    expect(servers.status()[0]?.status).toMatchObject({
      kind: 'failed',
      because: expect.stringMatching(/HTTP status 401/),
    });
  });

  test('a call that hangs', async () => {
    const headers = { authorization: 'Bearer sesame' };
    const servers = await connected({ web: { url, headers, timeoutMs: 3_000 } });
    const outcome = await called(servers, 'mcp__web__hang');
    expect([outcome.end, outcome.run]).toEqual(['error', 'done']);
    expect(outcome.text).toMatch(/timed out/i);
  });

  test('a server that dies under a call', async () => {
    const headers = { authorization: 'Bearer sesame' };
    const servers = await connected({ web: { url, headers, timeoutMs: 5_000 } });
    const outcome = await called(servers, 'mcp__web__crash');
    expect([outcome.end, outcome.run]).toEqual(['error', 'done']);
  });
});

/** The dead who wait to be collected are dead. */
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^\d+ \(.*\) [ZX]/.test(stat);
  } catch {
    return false;
  }
}
