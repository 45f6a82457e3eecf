import type { ModelSettings } from '@caliban/agent';
import { chooseRoute, type ProviderSettings } from '@caliban/agent/models';
import type { ModelReference, Provider, Settings } from '@caliban/storage';
import { ConfigurationError } from '../command-line/problems.ts';

/** What the files say about models, in the router's words; `--model` stands in for `main`. */
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

/** A route or a key is there; nothing is reached to find out. */
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

/** Ends a start that brings a prompt and has no model to give it to. */
export function refuseWithoutModel(...[files, flag, env]: Parameters<typeof hasModel>): void {
  const chosen = chooseRoute('main', modelSettings(files, flag), env);
  if (!chosen.ok && chosen.error.kind === 'no-model') throw noModelError(chosen.error.message);
}

/** A provider that is a script is a file, whatever model it is asked for. */
function textOf(reference: ModelReference, providers: Settings['providers']): string {
  if (reference.kind === 'scripted') return `scripted:${reference.file}`;
  const provider = providers.get(reference.provider)?.value;
  return provider?.kind === 'scripted' ? `scripted:${provider.file}` : `${reference.provider}/${reference.model}`;
}

function providerOf(provider: Exclude<Provider, { readonly kind: 'scripted' }>): ProviderSettings {
  return provider;
}
