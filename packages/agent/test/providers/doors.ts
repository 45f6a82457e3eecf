import type { Model } from '../../src/models/model.ts';
import type { ProviderSettings } from '../../src/models/model-settings.ts';
import { findProvider } from '../../src/models/providers/provider.ts';
import { providerModel } from '../../src/models/providers/provider-model.ts';
import { ANTHROPIC } from './anthropic-protocol.ts';
import { GEMINI } from './gemini-protocol.ts';
import { OLLAMA, OPENAI_CHAT } from './openai-chat-protocol.ts';
import { OPENAI_RESPONSES } from './openai-responses-protocol.ts';
import type { ProviderServer } from './provider-server.ts';
import type { Protocol } from './wire-reply.ts';

/** A way to a provider: what its server speaks, and the real client that is pointed at it. */
export type Door = {
  readonly protocol: Protocol;
  readonly thinks: boolean;
  readonly open: (server: ProviderServer) => Model;
};

export const DOORS: readonly Door[] = [
  { protocol: ANTHROPIC, thinks: true, open: opened({ kind: 'anthropic' }, '') },
  { protocol: OPENAI_CHAT, thinks: false, open: opened({ kind: 'openai', api: 'chat' }, '') },
  { protocol: OPENAI_RESPONSES, thinks: true, open: opened({ kind: 'openai' }, '') },
  {
    protocol: { ...OPENAI_CHAT, name: 'openai-compatible' },
    thinks: false,
    open: opened({ kind: 'openai-compatible' }, '/v1'),
  },
  {
    protocol: { ...OPENAI_RESPONSES, name: 'openai-compatible responses' },
    thinks: true,
    open: opened({ kind: 'openai-compatible', api: 'responses' }, '/v1'),
  },
  { protocol: OLLAMA, thinks: true, open: opened({ kind: 'ollama' }, '') },
  { protocol: GEMINI, thinks: true, open: opened({ kind: 'google' }, '') },
];

export function doorOf(protocol: Protocol): Door {
  const door = DOORS.find((known) => known.protocol === protocol);
  if (door === undefined) throw new Error(`no door speaks ${protocol.name}`);
  return door;
}

function opened(settings: ProviderSettings, path: string): Door['open'] {
  return (server) => modelAt(`${server.origin}${path}`, settings);
}

/** `test/model-1` at an address, with the key `secret-key` from `TEST_KEY`. */
export function modelAt(baseUrl: string, settings: ProviderSettings): Model {
  const provider = findProvider('test', {
    providers: { test: { apiKeyEnv: 'TEST_KEY', ...settings, baseUrl } },
    env: { TEST_KEY: 'secret-key' },
  });
  if (!provider.ok) throw new Error(provider.error.message);
  return providerModel({ provider: provider.value, modelId: 'model-1' });
}
