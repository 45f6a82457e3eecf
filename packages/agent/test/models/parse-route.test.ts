import { expect, test } from 'vitest';
import { parseRoute } from '../../src/models/parse-route.ts';

test.each<[string, object]>([
  ['anthropic/claude-x', { kind: 'provider', provider: 'anthropic', modelId: 'claude-x' }],
  ['ollama/qwen3:8b', { kind: 'provider', provider: 'ollama', modelId: 'qwen3:8b' }],
  ['gateway/openai/gpt-x', { kind: 'provider', provider: 'gateway', modelId: 'openai/gpt-x' }],
  ['scripted:tour.json', { kind: 'scripted', file: 'tour.json' }],
  ['scripted:/a/b c.json', { kind: 'scripted', file: '/a/b c.json' }],
])('`%s`', (text, route) => {
  expect(parseRoute(text)).toEqual({ ok: true, value: { ...route, text } });
});

test.each(['', 'claude', '/claude', 'anthropic/', 'scripted:', 'anthropic/ claude', 'anthropic/a\nb'])(
  '`%s` is not a route',
  (text) => {
    expect(parseRoute(text)).toEqual({
      ok: false,
      error: {
        kind: 'bad-route',
        message: `\`${text}\` is not a route to a model; expected \`anthropic/<model>\`, \`<provider>/<model>\` or \`scripted:<file>\``,
      },
    });
  },
);
