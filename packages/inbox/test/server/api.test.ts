import { expect, test } from 'vitest';
import { inboxClient } from '../../src/client/inbox-client.ts';
import { askFor } from '../helpers/asks.ts';
import { rawRequest, runningServer } from '../helpers/server.ts';

const ask = askFor('make deploy');
const ANSWER = { hash: ask.hash, action: 'allow', name: 'anna', through: 'page' };

test('an ask from question to end, over the socket and over the port', async () => {
  const server = await runningServer();
  const { send } = inboxClient(server.files);
  const statusOf = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const reply = await send({ method, path, body });
    const { view, kind } = reply.body as { view?: { state: string }; kind?: string };
    return [reply.status, kind, view?.state];
  };
  const id = 'ask-00001';
  expect(await statusOf('POST', '/api/asks', { id, ask })).toEqual([201, 'created', 'pending']);
  expect(await statusOf('POST', '/api/asks', { id, ask })).toEqual([200, 'existing', 'pending']);
  expect(await statusOf('POST', '/api/asks', { id, ask: askFor('rm') })).toEqual([409, 'conflict', 'pending']);
  expect(await statusOf('POST', `/api/asks/${id}/consume`, { hash: ask.hash })).toEqual([409, 'refused', 'pending']);
  expect(await statusOf('POST', `/api/asks/${id}/answer`, { ...ANSWER, hash: 'other' })).toEqual([
    409,
    'other-call',
    'pending',
  ]);
  expect(await statusOf('POST', `/api/asks/${id}/answer`, ANSWER)).toEqual([200, 'won', 'allowed']);
  expect(await statusOf('POST', `/api/asks/${id}/answer`, { ...ANSWER, action: 'deny', name: 'ben' })).toEqual([
    409,
    'lost',
    'allowed',
  ]);
  expect(await statusOf('POST', `/api/asks/${id}/consume`, { hash: ask.hash })).toEqual([200, 'won', 'consumed']);
  expect(await statusOf('GET', `/api/asks/${id}`)).toEqual([200, undefined, 'consumed']);
  expect(await statusOf('GET', '/api/asks/ask-00002')).toEqual([404, undefined, undefined]);
  const status = await send({ method: 'GET', path: '/api/status' });
  expect(status.body).toMatchObject({ pid: process.pid, version: '1.2.3', pending: 0 });
  expect(server.warnings).toEqual(['two asks have the id ask-00001 and different content; the second was refused']);
});

test.each([
  ['no JSON', '{', 400, 'the body is not JSON'],
  ['no object', '[]', 400, '`id` is not 8 to 100 letters, digits, - and _'],
  ['an id with a slash', '{"id":"../../etc/x"}', 400, '`id` is not 8 to 100 letters, digits, - and _'],
  ['no ask', '{"id":"ask-00001"}', 400, 'the ask is not an object'],
  [
    'another hash',
    JSON.stringify({ id: 'ask-00001', ask: { ...ask, hash: 'x' } }),
    400,
    '`hash` is not that of the call',
  ],
  [
    'a limit without end',
    JSON.stringify({ id: 'ask-00001', ask: { ...ask, limitMs: 1e12 } }),
    400,
    '`limitMs` is not a number from 0 to 604800000',
  ],
  [
    'half a character',
    '{"id":"ask-00001","ask":{"call":{"tool":"B","cwd":"/","workspace":"/","session":"","callId":"","policy":"","input":"\\ud800"}}}',
    400,
    '`input`: a text holds half a character',
  ],
  ['too much', `"${'x'.repeat(17 * 1024 * 1024)}"`, 413, 'the body is too large'],
])('%s is refused with what is wrong', async (_, body, status, error) => {
  const { description } = await runningServer();
  const headers = { authorization: `Bearer ${description.token}`, 'content-type': 'application/json' };
  const reply = await rawRequest({ port: description.port }, { method: 'POST', path: '/api/asks', headers, body });
  expect([reply.status, JSON.parse(reply.text)]).toEqual([status, { error }]);
});

test('a wait is answered by the answer', async () => {
  const { files, inbox } = await runningServer();
  const { send } = inboxClient(files);
  await inbox.ask('ask-00001', ask);
  const waiting = send({ method: 'GET', path: '/api/asks/ask-00001?wait=5000', timeoutMs: 8_000 });
  await send({ method: 'POST', path: '/api/asks/ask-00001/answer', body: ANSWER });
  expect((await waiting).body).toMatchObject({
    view: { state: 'allowed', answer: { by: { name: 'anna', through: 'page' } } },
  });
  const over = await send({ method: 'GET', path: '/api/asks/ask-00001?wait=10' });
  expect(over.status).toBe(200);
});

test('events begin where they were left', async () => {
  const { description, inbox } = await runningServer();
  await inbox.ask('ask-00001', ask);
  const url = `http://127.0.0.1:${description.port}/api/events?since=0`;
  const stream = await fetch(url, { headers: { authorization: `Bearer ${description.token}` } });
  const reader = (stream.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const until = async (wanted: string) => {
    while (!text.includes(wanted)) text += (await reader.read()).value;
  };
  await until('"kind":"ask","state":"pending"');
  await inbox.cancel('ask-00001', ask.hash);
  await until('"kind":"answer","state":"cancelled"');
  expect(text).toContain(
    'event: change\ndata: {"sequence":2,"id":"ask-00001","kind":"answer","state":"cancelled"}\nid: 2',
  );
  await reader.cancel();
});

test('an idle server ends; one with an open question does not', async () => {
  const busy = await runningServer({ idleMs: 600 });
  await busy.inbox.ask('ask-00001', ask);
  const idle = await runningServer({ idleMs: 600 });
  expect(await idle.ended).toBe('idle');
  const still = Promise.race([busy.ended, new Promise((resolve) => setTimeout(resolve, 700, 'still there'))]);
  expect(await still).toBe('still there');
});
