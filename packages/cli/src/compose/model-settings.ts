import type { ModelSettings } from '@caliban/agent';
import { chooseRoute, type ProviderSettings } from '@caliban/agent/models';
import type { ModelReference, Provider, Settings } from '@caliban/storage';
import { ConfigurationError } from '../command-line/problems.ts';

/** The models in the files, in the router's format; `--model` replaces `main`. */
export function modelSettings(
  { models, providers }: Pick<Settings, 'models' | 'providers'>,
  flag: string | undefined,
): ModelSettings {
  const routeText = (reference: ModelReference) => textOf(reference, providers);
  const main = flag ?? (models.main === undefined ? undefined : routeText(models.main.value));
  return {
    routes: {
      ...(main === undefined ? {} : { main }),
      ...(models.fastClassifier === undefined ? {} : { fast_classifier: routeText(models.fastClassifier.value) }),
      fallbacks: models.fallbacks?.value.map(routeText) ?? [],
    },
    providers: Object.fromEntries(
      [...providers].flatMap(([name, { value }]) => (value.kind === 'scripted' ? [] : [[name, providerOf(value)]])),
    ),
  };
}

/** Whether a route or a key exists; makes no requests. */
export function hasModel(
  files: Pick<Settings, 'models' | 'providers'>,
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const chosen = chooseRoute('main', modelSettings(files, flag), env);
  return chosen.ok || chosen.error.kind !== 'no-model';
}

/** For a start that has neither a route nor a key. */
export function noModelError(message: string): ConfigurationError {
  return new ConfigurationError([`caliban: ${message}; \`caliban\` alone shows the tour, which needs none`]);
}

/** Ends a start with a prompt but without a model. */
export function refuseWithoutModel(...[files, flag, env]: Parameters<typeof hasModel>): void {
  const chosen = chooseRoute('main', modelSettings(files, flag), env);
  if (!chosen.ok && chosen.error.kind === 'no-model') throw noModelError(chosen.error.message);
}

/** A scripted provider is a file, whatever its model is called. */
function textOf(reference: ModelReference, providers: Settings['providers']): string {
  if (reference.kind === 'scripted') return `scripted:${reference.file}`;
  const provider = providers.get(reference.provider)?.value;
  return provider?.kind === 'scripted' ? `scripted:${provider.file}` : `${reference.provider}/${reference.model}`;
}

function providerOf(provider: Exclude<Provider, { readonly kind: 'scripted' }>): ProviderSettings {
  return provider;
}
