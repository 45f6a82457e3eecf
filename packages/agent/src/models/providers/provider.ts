import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import {
  type Environment,
  type OpenAIApi,
  PROVIDER_KINDS,
  type ProviderKind,
  type ProviderSettings,
  type RouteProblem,
} from '../model-settings.ts';
import { baseUrlOf } from './base-url.ts';

/** A provider, its address and its key. */
export type Provider = {
  readonly name: string;
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  readonly key: ProviderKey;
  readonly api: OpenAIApi;
};

export type ProviderKey =
  | { readonly kind: 'none' }
  | { readonly kind: 'present'; readonly variable: string; readonly value: string }
  | { readonly kind: 'missing'; readonly variable: string };

/** A provider from the settings, or one that needs no settings. */
export function findProvider(
  name: string,
  { providers, env }: { readonly providers: Readonly<Record<string, ProviderSettings>>; readonly env: Environment },
): Result<Provider, RouteProblem> {
  const settings = Object.hasOwn(providers, name) ? providers[name] : builtIn(name);
  if (settings === undefined) {
    return fail({
      kind: 'unknown-provider',
      message: `no provider is called \`${name}\`; expected ${BUILT_IN.join(', ')} or one of your settings`,
    });
  }
  const baseUrl = baseUrlOf(name, settings, env);
  if (!baseUrl.ok) return baseUrl;
  const { kind, api = kind === 'openai' ? 'responses' : 'chat' } = settings;
  return ok({ name, kind, baseUrl: baseUrl.value, key: keyOf(settings, env), api });
}

const BUILT_IN: readonly ProviderKind[] = PROVIDER_KINDS.filter((kind) => kind !== 'openai-compatible');

function builtIn(name: string): ProviderSettings | undefined {
  const kind = BUILT_IN.find((known) => known === name);
  return kind === undefined ? undefined : { kind };
}

/** A provider's default key is sent to its default address only: for another address, the settings must name the key too. */
function keyOf({ kind, baseUrl, apiKeyEnv }: ProviderSettings, env: Environment): ProviderKey {
  const variables = apiKeyEnv !== undefined ? [apiKeyEnv] : baseUrl === undefined ? KEY_VARIABLES[kind] : [];
  const [first] = variables;
  if (first === undefined) return { kind: 'none' };
  for (const variable of variables) {
    const value = env[variable]?.trim() ?? '';
    if (value !== '') return { kind: 'present', variable, value };
  }
  return { kind: 'missing', variable: first };
}

const KEY_VARIABLES: Readonly<Record<ProviderKind, readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  google: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  ollama: [],
  'openai-compatible': [],
};
