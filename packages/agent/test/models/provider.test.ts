import { describe, expect, test } from 'vitest';
import type { Environment, ProviderSettings } from '../../src/models/model-settings.ts';
import { findProvider } from '../../src/models/providers/provider.ts';

const KEYS: Environment = { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o', GEMINI_API_KEY: 'g', OTHER: 'x' };

describe('the address of a provider', () => {
  test.each<[string, ProviderSettings | null, Environment, string]>([
    ['anthropic', null, {}, 'https://api.anthropic.com/v1'],
    ['anthropic', null, { ANTHROPIC_BASE_URL: 'https://gate.test' }, 'https://gate.test/v1'],
    ['anthropic', null, { ANTHROPIC_BASE_URL: 'https://gate.test/v1/' }, 'https://gate.test/v1'],
    ['anthropic', null, { ANTHROPIC_BASE_URL: 'https://gate.test/anthropic' }, 'https://gate.test/anthropic/v1'],
    [
      'anthropic',
      { kind: 'anthropic', baseUrl: 'http://a.test' },
      { ANTHROPIC_BASE_URL: 'http://b.test' },
      'http://a.test/v1',
    ],
    ['openai', null, {}, 'https://api.openai.com/v1'],
    ['openai', null, { OPENAI_BASE_URL: 'https://gate.test/v1' }, 'https://gate.test/v1'],
    ['openai', null, { OPENAI_BASE_URL: 'https://gate.test/openai' }, 'https://gate.test/openai'],
    ['openai', null, { OPENAI_BASE_URL: ' ' }, 'https://api.openai.com/v1'],
    ['google', null, {}, 'https://generativelanguage.googleapis.com/v1beta'],
    ['ollama', null, {}, 'http://127.0.0.1:11434/v1'],
    ['ollama', null, { OLLAMA_HOST: '0.0.0.0' }, 'http://127.0.0.1:11434/v1'],
    ['ollama', null, { OLLAMA_HOST: 'box:1234' }, 'http://box:1234/v1'],
    ['ollama', null, { OLLAMA_HOST: 'http://box' }, 'http://box:11434/v1'],
    ['ollama', null, { OLLAMA_HOST: 'https://box.test' }, 'https://box.test/v1'],
    [
      'mine',
      { kind: 'openai-compatible', baseUrl: 'http://localhost:1234/api/v3/?x#y' },
      {},
      'http://localhost:1234/api/v3',
    ],
  ])('%s %j %j → %s', (name, settings, env, baseUrl) => {
    const providers = settings === null ? {} : { [name]: settings };
    expect(findProvider(name, { providers, env })).toMatchObject({ ok: true, value: { name, baseUrl } });
  });

  test.each<[string, ProviderSettings | null, Environment, string]>([
    [
      'nobody',
      null,
      {},
      'no provider is called `nobody`; expected anthropic, openai, google, ollama or one of your settings',
    ],
    [
      'constructor',
      null,
      {},
      'no provider is called `constructor`; expected anthropic, openai, google, ollama or one of your settings',
    ],
    [
      'openai-compatible',
      null,
      {},
      'no provider is called `openai-compatible`; expected anthropic, openai, google, ollama or one of your settings',
    ],
    ['mine', { kind: 'openai-compatible' }, {}, 'provider `mine` needs a `base_url`'],
    [
      'mine',
      { kind: 'openai', baseUrl: 'nonsense' },
      {},
      '`base_url` of provider `mine` is not an address: `nonsense`',
    ],
    [
      'mine',
      { kind: 'openai', baseUrl: 'file:///etc' },
      {},
      '`base_url` of provider `mine` is not an http address: `file:///etc`',
    ],
    ['openai', null, { OPENAI_BASE_URL: 'nonsense' }, 'OPENAI_BASE_URL is not an address: `nonsense`'],
  ])('%s %j %j is refused', (name, settings, env, message) => {
    const providers = settings === null ? {} : { [name]: settings };
    expect(findProvider(name, { providers, env })).toMatchObject({ ok: false, error: { message } });
  });
});

describe('with which key', () => {
  test.each<[string, string, ProviderSettings | null, Environment, object]>([
    ['its own', 'anthropic', null, KEYS, { kind: 'present', variable: 'ANTHROPIC_API_KEY', value: 'a' }],
    ['none is there', 'openai', null, {}, { kind: 'missing', variable: 'OPENAI_API_KEY' }],
    ['an empty one', 'openai', null, { OPENAI_API_KEY: ' ' }, { kind: 'missing', variable: 'OPENAI_API_KEY' }],
    [
      'either of two',
      'google',
      null,
      { GOOGLE_GENERATIVE_AI_API_KEY: 'g' },
      { kind: 'present', variable: 'GOOGLE_GENERATIVE_AI_API_KEY', value: 'g' },
    ],
    [
      'the first of two',
      'google',
      null,
      { ...KEYS, GOOGLE_GENERATIVE_AI_API_KEY: 'h' },
      { kind: 'present', variable: 'GEMINI_API_KEY', value: 'g' },
    ],
    ['none is needed', 'ollama', null, KEYS, { kind: 'none' }],
    [
      'another',
      'openai',
      { kind: 'openai', apiKeyEnv: 'OTHER' },
      KEYS,
      { kind: 'present', variable: 'OTHER', value: 'x' },
    ],
    ['not to another address', 'mine', { kind: 'openai', baseUrl: 'https://evil.test' }, KEYS, { kind: 'none' }],
    [
      'not even under its name',
      'anthropic',
      { kind: 'anthropic', baseUrl: 'https://evil.test' },
      KEYS,
      { kind: 'none' },
    ],
    [
      'to another address by name',
      'mine',
      { kind: 'openai', baseUrl: 'https://gate.test', apiKeyEnv: 'OTHER' },
      KEYS,
      { kind: 'present', variable: 'OTHER', value: 'x' },
    ],
  ])('%s', (_what, name, settings, env, key) => {
    const providers = settings === null ? {} : { [name]: settings };
    expect(findProvider(name, { providers, env })).toMatchObject({ ok: true, value: { key } });
  });
});
