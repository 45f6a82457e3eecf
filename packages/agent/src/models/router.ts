import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { type ChosenRoute, chooseRoute } from './choose-route.ts';
import type { Model } from './model.ts';
import type { Environment, ModelSettings, Purpose, RouteProblem } from './model-settings.ts';
import { parseRoute, type Route } from './parse-route.ts';
import { findProvider } from './providers/provider.ts';
import { providerModel } from './providers/provider-model.ts';
import { withFallbacks } from './with-fallbacks.ts';
import { type RetryOptions, withRetries } from './with-retries.ts';

export interface ModelRouter {
  /** Returns the same model every time for the same purpose. */
  modelFor(purpose: Purpose): Promise<Result<RoutedModel, RouteProblem>>;
}

export type RoutedModel = { readonly model: Model; readonly from: ChosenRoute['from'] };

export type RouterParts = {
  readonly settings: ModelSettings;
  readonly env: Environment;
  /** The directory in which the file of a `scripted:` route is looked for. */
  readonly directory: string;
  readonly retries?: RetryOptions;
};

/** Only `main` has retries and fallbacks: the classifier's answer is needed now or not at all. */
export function createModelRouter({ settings, env, directory, retries }: RouterParts): ModelRouter {
  const models = new Map<Purpose, Promise<Result<RoutedModel, RouteProblem>>>();
  return {
    modelFor(purpose) {
      const known = models.get(purpose) ?? route(purpose);
      models.set(purpose, known);
      return known;
    },
  };

  async function route(purpose: Purpose): Promise<Result<RoutedModel, RouteProblem>> {
    const chosen = chooseRoute(purpose, settings, env);
    if (!chosen.ok) return chosen;
    const model = await open(chosen.value.route);
    if (!model.ok) return model;
    if (purpose === 'fast_classifier') return ok({ model: model.value, from: chosen.value.from });

    const fallbacks = await openAll(settings.routes.fallbacks);
    if (!fallbacks.ok) return fallbacks;
    const [first, ...others] = [model.value, ...fallbacks.value].map((each) => withRetries(each, retries));
    if (first === undefined) throw new Error('a list of at least one model is empty');
    return ok({
      model: others.length === 0 ? first : withFallbacks(first, others),
      from: chosen.value.from,
    });
  }

  async function openAll(routes: readonly string[]): Promise<Result<readonly Model[], RouteProblem>> {
    const models: Model[] = [];
    for (const text of routes) {
      const parsed = parseRoute(text);
      const model = parsed.ok ? await open(parsed.value) : parsed;
      if (!model.ok) return fail({ ...model.error, message: `\`fallbacks\`: ${model.error.message}` });
      models.push(model.value);
    }
    return ok(models);
  }

  async function open(chosen: Route): Promise<Result<Model, RouteProblem>> {
    if (chosen.kind === 'scripted') {
      const { loadScriptedModel } = await import('./script/scripted-model.ts');
      return loadScriptedModel(chosen.file, directory);
    }
    const provider = findProvider(chosen.provider, { providers: settings.providers, env });
    if (!provider.ok) return provider;
    const { key } = provider.value;
    if (key.kind === 'missing') {
      return fail({ kind: 'no-key', message: `\`${chosen.text}\` needs a key: export ${key.variable}` });
    }
    return ok(providerModel({ provider: provider.value, modelId: chosen.modelId }));
  }
}
