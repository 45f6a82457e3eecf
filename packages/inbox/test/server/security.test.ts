import { mkdtempSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inboxClient, sendTo } from '../../src/client/inbox-client.ts';
import { serverFiles, writeDescription } from '../../src/server/server-files.ts';
import { startServer } from '../../src/server/start-server.ts';
import { MemoryFactStore } from '../../src/store/memory-fact-store.ts';
import { askFor } from '../helpers/asks.ts';
import { rawRequest, runningServer } from '../helpers/server.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

const ROUTES: readonly (readonly [string, string])[] = [
  ['GET', '/'],
  ['GET', '/api/status'],
  ['POST', '/api/stop'],
  ['POST', '/api/asks'],
  ['GET', '/api/asks'],
  ['GET', '/api/asks/ask-1'],
  ['GET', '/api/asks/ask-1?wait=5'],
  ['GET', '/api/cards'],
  ['POST', '/api/asks/ask-1/answer'],
  ['POST', '/api/asks/ask-1/cancel'],
  ['POST', '/api/asks/ask-1/expire'],
  ['POST', '/api/asks/ask-1/consume'],
  ['GET', '/api/events'],
  ['POST', '/hook/claude-code'],
  ['OPTIONS', '/api/asks'],
  ['DELETE', '/api/asks/ask-1'],
  ['GET', '/no/such/place'],
];

describe('without the token there is nothing but 401', () => {
  test.each(ROUTES)('%s %s', async (method, path) => {
    const { description } = await runningServer();
    const wrong = [
      '',
      'Bearer ',
      'Bearer x',
      `Basic ${description.token}`,
      `Bearer ${description.replyToken}`,
      `Bearer ${description.token}x`,
    ];
    const places = [{ port: description.port }, { socketPath: description.socket as string }];
    for (const place of places) {
      for (const authorization of wrong) {
        const headers = authorization === '' ? JSON_TYPE : { ...JSON_TYPE, authorization };
        const reply = await rawRequest(place, { method, path, headers, ...(method === 'POST' ? { body: '{}' } : {}) });
        expect([reply.status, reply.headers['x-caliban-reply']]).toEqual([401, undefined]);
      }
    }
  });
});

test('another site that has found the port gets nothing, with the token or without (DNS rebinding, cross-site posts)', async () => {
  const { description, inbox } = await runningServer();
  const ask = askFor('make');
  await inbox.ask('ask-00001', ask);
  const { port, token } = description;
  const own = { ...JSON_TYPE, authorization: `Bearer ${token}`, host: `127.0.0.1:${port}` };
  const body = JSON.stringify({ hash: ask.hash, action: 'allow', name: 'eve', through: 'page' });
  const rows: readonly (readonly [Record<string, string>, number])[] = [
    [{ ...own, host: 'evil.test' }, 403],
    [{ ...own, host: `evil.test:${port}` }, 403],
    [{ ...own, host: `127.0.0.1:${port + 1}` }, 403],
    [{ ...own, origin: 'https://evil.test' }, 403],
    [{ ...own, origin: 'null' }, 403],
    [{ ...own, 'content-type': 'text/plain' }, 415],
    [{ host: `127.0.0.1:${port}`, origin: 'https://evil.test', 'content-type': 'text/plain' }, 401],
  ];
  for (const [headers, status] of rows) {
    const reply = await rawRequest({ port }, { method: 'POST', path: '/api/asks/ask-00001/answer', headers, body });
    expect([reply.status, Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))]).toEqual([
      status,
      [],
    ]);
  }
  expect((await inbox.view('ask-00001'))?.state).toBe('pending');
  const answered = await rawRequest(
    { port },
    {
      method: 'POST',
      path: '/api/asks/ask-00001/answer',
      headers: { ...own, origin: `http://127.0.0.1:${port}` },
      body,
    },
  );
  expect(answered.status).toBe(200);
});

test('every answer forbids frames, foreign scripts and caching', async () => {
  const { description } = await runningServer();
  for (const headers of [{}, { authorization: `Bearer ${description.token}` }]) {
    const reply = await rawRequest({ port: description.port }, { path: '/api/status', headers });
    expect(reply.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  }
});

test('only this user can read what the server leaves, and reach its socket', async () => {
  const { files } = await runningServer({ answerHook: async () => null });
  const modes = [files.directory, files.description, files.hook, files.socket].map((file) =>
    (statSync(file).mode & 0o777).toString(8),
  );
  expect(modes).toEqual(['700', '600', '600', '600']);
});

test('it listens on the loopback address alone', async () => {
  const { description } = await runningServer();
  const other = Object.values((await import('node:os')).networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal);
  if (other === undefined) return;
  const refused = await new Promise((resolve) => {
    connect({ host: other.address, port: description.port })
      .on('error', () => resolve(true))
      .on('connect', () => resolve(false));
  });
  expect(refused).toBe(true);
});

test('a directory that is a link is not used', async () => {
  const state = mkdtempSync(join(tmpdir(), 'caliban-serve-'));
  symlinkSync(tmpdir(), join(state, 'serve'));
  const files = serverFiles(state);
  await expect(startServer({ files, store: new MemoryFactStore(), version: '1', warn() {} })).rejects.toThrow(
    'is not a directory of yours',
  );
});

test('a process that takes the port of a dead server is not trusted', async () => {
  const heard: string[] = [];
  const squatter = createServer((request, response) => {
    heard.push(request.url ?? '');
    response.setHeader('x-caliban-reply', 'a guess').end(JSON.stringify({ view: { state: 'allowed' } }));
  });
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void squatter.close());
  const { port } = squatter.address() as { port: number };
  const { files, description } = await runningServer();
  await expect(sendTo({ ...description, socket: null, port }, { method: 'GET', path: '/api/asks/a' })).rejects.toThrow(
    'something else answers in its place',
  );
  // A dead process is not even called.
  heard.length = 0;
  writeDescription(files, { ...description, socket: null, port, pid: 2 ** 22 + 1 });
  await expect(inboxClient(files).send({ method: 'GET', path: '/' })).rejects.toThrow('`caliban serve` is not running');
  expect(heard).toEqual([]);
});

test('a description that others can read is not used', async () => {
  const { files } = await runningServer();
  (await import('node:fs')).chmodSync(files.description, 0o644);
  await expect(inboxClient(files).send({ method: 'GET', path: '/api/status' })).rejects.toThrow('is not running');
});
