import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ModelSettings } from '../../src/models/model-settings.ts';
import { createModelRouter, type RouterParts } from '../../src/models/router.ts';
import { ANTHROPIC } from '../providers/anthropic-protocol.ts';
import { collect } from '../providers/collect-reply.ts';
import { OPENAI_CHAT } from '../providers/openai-chat-protocol.ts';
import { ProviderServer } from '../providers/provider-server.ts';
import { says } from '../providers/wire-reply.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'caliban-router-'));
});
afterEach(() => rm(directory, { recursive: true }));

function router(routes: Partial<ModelSettings['routes']>, more: Partial<RouterParts> & Partial<ModelSettings> = {}) {
  const { providers = {}, env = {} } = more;
  return createModelRouter({
    settings: { routes: { fallbacks: [], ...routes }, providers },
    env,
    directory,
    retries: { sleep: async () => {} },
  });
}

describe('no model to be had', () => {
  test.each<[string, Partial<ModelSettings['routes']>, object]>([
    ['nothing is set up', {}, { kind: 'no-model', message: expect.stringContaining('export ANTHROPIC_API_KEY') }],
    [
      'no key',
      { main: 'openai/gpt-x' },
      { kind: 'no-key', message: '`openai/gpt-x` needs a key: export OPENAI_API_KEY' },
    ],
    ['nobody of that name', { main: 'who/x' }, { kind: 'unknown-provider' }],
    ['no route', { main: 'x' }, { kind: 'bad-route', message: expect.stringMatching(/^`main`: `x` is not a route/) }],
    [
      'no such script',
      { main: 'scripted:none.json' },
      { kind: 'bad-script', message: expect.stringMatching(/^the script `none.json` cannot be read: ENOENT/) },
    ],
    [
      'no script',
      { main: 'scripted:bad.json' },
      { kind: 'bad-script', message: expect.stringContaining('bad.json: reply 1') },
    ],
    [
      'a fallback without a key',
      { main: 'ollama/x', fallbacks: ['openai/gpt-x'] },
      { kind: 'no-key', message: expect.stringMatching(/^`fallbacks`:/) },
    ],
  ])('%s', async (_what, routes, error) => {
    await writeFile(join(directory, 'bad.json'), '[{"txt":"x"}]');
    expect(await router(routes).modelFor('main')).toEqual({ ok: false, error: expect.objectContaining(error) });
  });
});

test('a script beside the settings', async () => {
  await writeFile(join(directory, 'tour.json'), '[{"text":"welcome"}]');
  const found = await router({ main: 'scripted:tour.json' }).modelFor('main');
  if (!found.ok) throw new Error(found.error.message);
  expect(found.value).toMatchObject({ from: 'settings', model: { name: 'scripted:tour.json' } });
  expect((await collect(found.value.model)).at(-1)).toMatchObject({ message: { parts: [{ text: 'welcome' }] } });
});

test('the same model every time, so that a script continues where it was', async () => {
  await writeFile(join(directory, 'tour.json'), '[{"text":"one"},{"text":"two"}]');
  const models = router({ main: 'scripted:tour.json' });
  const [first, second] = await Promise.all([models.modelFor('main'), models.modelFor('main')]);
  expect(first).toBe(second);
});

describe('with servers', () => {
  let anthropic: ProviderServer;
  let gateway: ProviderServer;
  beforeEach(async () => {
    anthropic = await ProviderServer.start(ANTHROPIC);
    gateway = await ProviderServer.start(OPENAI_CHAT);
  });
  afterEach(() => Promise.all([anthropic.close(), gateway.close()]));

  const routes = { main: 'anthropic/claude-x', fallbacks: ['gate/some/model'] };

  function parts() {
    return {
      env: {
        ANTHROPIC_API_KEY: 'key-a',
        ANTHROPIC_BASE_URL: anthropic.origin,
        GATE_KEY: 'key-g',
        OPENAI_API_KEY: 'no',
      },
      providers: { gate: { kind: 'openai-compatible', baseUrl: `${gateway.origin}/v1`, apiKeyEnv: 'GATE_KEY' } },
    } as const;
  }

  test('main is tried five times, then the fallback', async () => {
    for (let count = 0; count < 5; count++) anthropic.will({ kind: 'refusal', status: 529, message: 'Overloaded' });
    gateway.will(says('here'));
    const found = await router(routes, parts()).modelFor('main');
    if (!found.ok) throw new Error(found.error.message);
    const events = await collect(found.value.model);
    expect(events.map(({ kind }) => kind)).toEqual([...Array(5).fill('retrying'), 'text', 'end']);
    expect(anthropic.requests.map(({ headers, body }) => [headers['x-api-key'], body.model])).toEqual(
      Array(5).fill(['key-a', 'claude-x']),
    );
    expect(gateway.requests.map(({ headers, body }) => [headers.authorization, body.model])).toEqual([
      ['Bearer key-g', 'some/model'],
    ]);
  });

  test('the classifier is asked once', async () => {
    anthropic.will({ kind: 'refusal', status: 529, message: 'Overloaded' }, says('too late'));
    const found = await router(routes, parts()).modelFor('fast_classifier');
    if (!found.ok) throw new Error(found.error.message);
    expect(found.value).toMatchObject({ from: 'default', model: { name: 'anthropic/claude-haiku-5-5' } });
    await expect(collect(found.value.model)).rejects.toMatchObject({ trouble: 'overloaded' });
    expect(anthropic.requests).toHaveLength(1);
  });
});
