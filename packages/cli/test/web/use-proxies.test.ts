import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { useProxies } from '../../src/web/use-proxies.ts';

/** Says what it was sent. */
async function startEcho(): Promise<string> {
  const server = createServer(async (request, answer) => {
    const { method, url, headers } = request;
    answer.end(JSON.stringify([method, url, headers['x-lamp'], await text(request)]));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a proxy is put before `fetch` once, and gets a request as it is', async () => {
  const direct = globalThis.fetch;
  onTestFinished(() => {
    globalThis.fetch = direct;
  });
  const env = { http_proxy: await startEcho() };
  await useProxies(env);
  const through = globalThis.fetch;
  await useProxies(env);
  expect(globalThis.fetch).toBe(through);

  const url = 'http://page.test/x';
  const init = { method: 'PUT', headers: { 'x-lamp': 'lit' }, body: 'oil' };
  const sent = ['PUT', url, 'lit', 'oil'];
  expect(await (await fetch(url, init)).json()).toEqual(sent);
  expect(await (await fetch(new Request(url, init))).json()).toEqual(sent);
  expect(await (await fetch(new Request(url, init), { body: 'gas' })).json()).toEqual(['PUT', url, 'lit', 'gas']);
  expect(await (await fetch(new Request(url))).json()).toEqual(['GET', url, null, '']);
});
