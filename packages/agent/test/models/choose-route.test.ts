import { expect, test } from 'vitest';
import { chooseRoute } from '../../src/models/choose-route.ts';
import { describeRoutes } from '../../src/models/describe-routes.ts';
import type { Environment, ModelSettings, Purpose } from '../../src/models/model-settings.ts';

const NOTHING: ModelSettings = { routes: { fallbacks: [] }, providers: {} };

function routed(routes: Partial<ModelSettings['routes']>): ModelSettings {
  return { ...NOTHING, routes: { fallbacks: [], ...routes } };
}

const ANTHROPIC: Environment = { ANTHROPIC_API_KEY: 'k' };

test.each<[string, Purpose, ModelSettings, Environment, string]>([
  ['the setting', 'main', routed({ main: 'openai/gpt-x' }), ANTHROPIC, 'settings openai/gpt-x'],
  ['a key is there', 'main', NOTHING, ANTHROPIC, 'default anthropic/claude-sonnet-5-5'],
  ['the small one beside it', 'fast_classifier', NOTHING, ANTHROPIC, 'default anthropic/claude-haiku-5-5'],
  ['another key', 'main', NOTHING, { OPENAI_API_KEY: 'k' }, 'default openai/gpt-6.1-sol'],
  ['a third', 'main', NOTHING, { GEMINI_API_KEY: 'k' }, 'default google/gemini-pro-latest'],
  ['in a fixed order', 'main', NOTHING, { GEMINI_API_KEY: 'k', OPENAI_API_KEY: 'k' }, 'default openai/gpt-6.1-sol'],
  [
    'beside a main that is set',
    'fast_classifier',
    routed({ main: 'openai/gpt-x' }),
    { ...ANTHROPIC, OPENAI_API_KEY: 'k' },
    'default openai/gpt-6-luna',
  ],
  ['nothing local goes elsewhere', 'fast_classifier', routed({ main: 'ollama/qwen' }), ANTHROPIC, 'no-model'],
  ['a script has no classifier', 'fast_classifier', routed({ main: 'scripted:x.json' }), ANTHROPIC, 'no-model'],
  ['no key, no route', 'main', NOTHING, {}, 'no-model'],
  [
    'an address of its own is no default',
    'main',
    { ...NOTHING, providers: { anthropic: { kind: 'anthropic', baseUrl: 'http://x.test' } } },
    ANTHROPIC,
    'no-model',
  ],
  ['a bad route', 'main', routed({ main: 'nonsense' }), ANTHROPIC, 'bad-route'],
])('%s: %s', (_what, purpose, settings, env, expected) => {
  const chosen = chooseRoute(purpose, settings, env);
  expect(chosen.ok ? `${chosen.value.from} ${chosen.value.route.text}` : chosen.error.kind).toBe(expected);
});

test('no model: says what to do', () => {
  expect(chooseRoute('main', NOTHING, {})).toEqual({
    ok: false,
    error: {
      kind: 'no-model',
      message:
        'no model is set up: export ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY, or set `main` under `[models]` to a route such as `ollama/<model>`',
    },
  });
});

test('the description names variables, never keys', () => {
  const settings = routed({
    main: 'anthropic/claude-x',
    fallbacks: ['openai/gpt-x', 'ollama/qwen', 'nobody/x', 'bad'],
  });
  const described = describeRoutes(settings, { ANTHROPIC_API_KEY: 'the-secret' });
  expect(described).toEqual([
    {
      purpose: 'main',
      route: 'anthropic/claude-x',
      from: 'settings',
      address: 'https://api.anthropic.com/v1',
      key: { needed: true, variable: 'ANTHROPIC_API_KEY', present: true },
    },
    {
      purpose: 'fast_classifier',
      route: 'anthropic/claude-haiku-5-5',
      from: 'default',
      address: 'https://api.anthropic.com/v1',
      key: { needed: true, variable: 'ANTHROPIC_API_KEY', present: true },
    },
    {
      purpose: 'fallback',
      route: 'openai/gpt-x',
      from: 'settings',
      address: 'https://api.openai.com/v1',
      key: { needed: true, variable: 'OPENAI_API_KEY', present: false },
    },
    {
      purpose: 'fallback',
      route: 'ollama/qwen',
      from: 'settings',
      address: 'http://127.0.0.1:11434/v1',
      key: { needed: false },
    },
    { purpose: 'fallback', route: 'nobody/x', problem: expect.stringContaining('no provider is called `nobody`') },
    { purpose: 'fallback', route: 'bad', problem: expect.stringContaining('`bad` is not a route') },
  ]);
  expect(JSON.stringify(described)).not.toContain('the-secret');
});

test('the description of nothing', () => {
  expect(describeRoutes(NOTHING, {})).toEqual([
    { purpose: 'main', route: null, problem: expect.stringContaining('no model is set up') },
    { purpose: 'fast_classifier', route: null, problem: expect.stringContaining('no model is set up') },
  ]);
});
