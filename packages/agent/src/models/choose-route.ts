import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { Environment, ModelSettings, ProviderKind, Purpose, RouteProblem } from './model-settings.ts';
import { parseRoute, type Route } from './parse-route.ts';
import { findProvider } from './providers/provider.ts';

export type ChosenRoute = {
  readonly route: Route;
  /** `default`: not set explicitly, but a key for this provider exists. */
  readonly from: 'settings' | 'default';
};

/** Which route serves a purpose. Reads settings and environment only; makes no requests. */
export function chooseRoute(
  purpose: Purpose,
  settings: ModelSettings,
  env: Environment,
): Result<ChosenRoute, RouteProblem> {
  const written = settings.routes[purpose];
  if (written !== undefined) return fromSettings(purpose, written);
  if (purpose === 'fast_classifier' && settings.routes.main !== undefined) {
    return besideMain(settings.routes.main, settings, env);
  }
  const kind = DEFAULT_ORDER.find((candidate) => hasKey(candidate, settings, env));
  if (kind === undefined) return fail({ kind: 'no-model', message: NO_MODEL });
  return byDefault(kind, purpose);
}

/**
 * Current ids of the common provider models; if one has been retired, the message for the provider's 404 says which route to set.
 */
const DEFAULTS = {
  anthropic: { main: 'claude-sonnet-5-5', fast_classifier: 'claude-haiku-5-5' },
  openai: { main: 'gpt-6.1-sol', fast_classifier: 'gpt-6-luna' },
  google: { main: 'gemini-pro-latest', fast_classifier: 'gemini-flash-latest' },
} as const satisfies Partial<Record<ProviderKind, Readonly<Record<Purpose, string>>>>;

const DEFAULT_ORDER = ['anthropic', 'openai', 'google'] as const;

type DefaultProvider = (typeof DEFAULT_ORDER)[number];

const NO_MODEL =
  'no model is set up: export ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY, or set `main` under `[models]` to a route such as `ollama/<model>`';

function fromSettings(purpose: Purpose, text: string): Result<ChosenRoute, RouteProblem> {
  const route = parseRoute(text);
  if (route.ok) return ok({ route: route.value, from: 'settings' });
  return fail({ ...route.error, message: `\`${purpose}\`: ${route.error.message}` });
}

/** The small model of the same provider: data meant for one provider isn't sent to another. */
function besideMain(main: string, settings: ModelSettings, env: Environment): Result<ChosenRoute, RouteProblem> {
  const route = parseRoute(main);
  const name = route.ok && route.value.kind === 'provider' ? route.value.provider : null;
  const kind = DEFAULT_ORDER.find((candidate) => candidate === name);
  if (kind !== undefined && hasKey(kind, settings, env)) return byDefault(kind, 'fast_classifier');
  return fail({ kind: 'no-model', message: `no model is set up for \`fast_classifier\` beside \`${main}\`` });
}

/**
 * Whether the provider's own key and usual address are used; a provider described in the settings serves only routes that name
 * it.
 */
function hasKey(kind: DefaultProvider, { providers }: ModelSettings, env: Environment): boolean {
  const provider = findProvider(kind, { providers, env });
  return provider.ok && provider.value.kind === kind && provider.value.key.kind === 'present';
}

function byDefault(kind: DefaultProvider, purpose: Purpose): Result<ChosenRoute, RouteProblem> {
  const modelId = DEFAULTS[kind][purpose];
  return ok({ route: { kind: 'provider', provider: kind, modelId, text: `${kind}/${modelId}` }, from: 'default' });
}
