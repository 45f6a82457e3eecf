import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HttpUpstream } from '../../src/mcp/http-upstream.ts';

const REQUEST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const JSON_TYPE = { 'content-type': 'application/json' };
const STREAM_TYPE = { 'content-type': 'text/event-stream' };

/** What a request comes to at a server that answers like this: its answer, or why there is none. */
async function outcomeAt(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => void server.close());
  return outcomeOf(new URL(`http://127.0.0.1:${port}/mcp`));
}

async function outcomeOf(url: URL): Promise<string> {
  let upstream: HttpUpstream | undefined;
  onTestFinished(() => upstream?.close());
  return new Promise((resolve, reject) => {
    upstream = new HttpUpstream({
      url,
      headers: {},
      receive(line) {
        const { id } = JSON.parse(line.toString()) as { id: unknown };
        if (id === 1) resolve(line.toString());
      },
      failed: (id, because) => resolve(`${id}: ${because}`),
      warn: resolve,
    });
    upstream.start().then(() => upstream?.send(REQUEST), reject);
  });
}

describe('an answer', () => {
  const said = '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}';

  test.each<[string, (response: ServerResponse) => void]>([
    ['as JSON', (response) => response.writeHead(200, JSON_TYPE).end(said)],
    ['as a stream', (response) => response.writeHead(200, STREAM_TYPE).end(`data: ${said}\n\n`)],
    [
      'as a stream that takes its time',
      (response) => {
        response.writeHead(200, STREAM_TYPE).write(': wait\n\n');
        setImmediate(() => response.end(`data: ${said}\n\n`));
      },
    ],
  ])('%s', async (_, answer) => {
    expect(JSON.parse(await outcomeAt(answer))).toEqual(JSON.parse(said));
  });
});

describe('invalid answers', () => {
  test.each<[string, (response: ServerResponse) => void, string]>([
    [
      'no message',
      (response) => response.writeHead(200, JSON_TYPE).end('{"hello":1}'),
      'the server answered with JSON that is not an MCP message',
    ],
    [
      'no JSON',
      (response) => response.writeHead(200, JSON_TYPE).end('{"jsonrpc":'),
      'the server answered with something that is not JSON',
    ],
    [
      'a page',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hello</h1>'),
      'the server answered with `text/html` in place of JSON; is this the address of its MCP endpoint?',
    ],
    [
      'no type',
      (response) => response.writeHead(200).end(),
      'the server answered with no content type in place of JSON; is this the address of its MCP endpoint?',
    ],
    [
      'a failure',
      (response) => response.writeHead(500).end('out of\u202e memory\nat x'),
      'the server answered HTTP 500: out of\\u{202e} memory',
    ],
    ['a page about one', (response) => response.writeHead(404).end('<html>'), 'the server answered HTTP 404'],
    ['nothing', (response) => response.writeHead(202).end(), 'the server took the request and sent no answer to it'],
    [
      'a stream that ends',
      (response) => response.writeHead(200, STREAM_TYPE).end(),
      'the server ended its answer without one',
    ],
    [
      'an answer to another request',
      (response) => response.writeHead(200, JSON_TYPE).end('{"jsonrpc":"2.0","id":2,"result":{}}'),
      'the server took the request and sent no answer to it',
    ],
  ])('%s', async (_, answer, because) => {
    expect(await outcomeAt(answer)).toBe(`1: ${because}`);
  });

  test('nobody there', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect(await outcomeOf(new URL(`http://127.0.0.1:${port}`))).toMatch(
      /^1: the server cannot be reached: fetch failed: .*ECONNREFUSED/,
    );
  });
});
