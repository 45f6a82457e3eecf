import { type ChosenRoute, chooseRoute } from './choose-route.ts';
import type { Environment, ModelSettings, Purpose } from './model-settings.ts';
import { parseRoute, type Route } from './parse-route.ts';
import { findProvider } from './providers/provider.ts';

export type RouteDescription =
  | {
      readonly purpose: Purpose | 'fallback';
      readonly route: string;
      readonly from: ChosenRoute['from'];
      readonly address: string;
      /** Never the key's value. */
      readonly key: RouteKey;
    }
  | { readonly purpose: Purpose | 'fallback'; readonly route: string | null; readonly problem: string };

type RouteKey =
  | { readonly needed: false }
  | { readonly needed: true; readonly variable: string; readonly present: boolean };

/** The configured routes, for `caliban doctor`. Makes no requests and reads no files. */
export function describeRoutes(settings: ModelSettings, env: Environment): readonly RouteDescription[] {
  const purposes = (['main', 'fast_classifier'] as const).map((purpose): RouteDescription => {
    const chosen = chooseRoute(purpose, settings, env);
    if (!chosen.ok) {
      return { purpose, route: settings.routes[purpose] ?? null, problem: chosen.error.message };
    }
    return described(purpose, chosen.value);
  });
  const fallbacks = settings.routes.fallbacks.map((text): RouteDescription => {
    const route = parseRoute(text);
    if (!route.ok) return { purpose: 'fallback', route: text, problem: route.error.message };
    return described('fallback', { route: route.value, from: 'settings' });
  });
  return [...purposes, ...fallbacks];

  function described(purpose: Purpose | 'fallback', { route, from }: ChosenRoute): RouteDescription {
    const place = placeOf(route);
    return 'problem' in place
      ? { purpose, route: route.text, problem: place.problem }
      : { purpose, route: route.text, from, ...place };
  }

  function placeOf(route: Route) {
    if (route.kind === 'scripted') return { address: route.file, key: { needed: false } } as const;
    const provider = findProvider(route.provider, { providers: settings.providers, env });
    if (!provider.ok) return { problem: provider.error.message };
    const { baseUrl, key } = provider.value;
    if (key.kind === 'none') return { address: baseUrl, key: { needed: false } } as const;
    return {
      address: baseUrl,
      key: { needed: true, variable: key.variable, present: key.kind === 'present' },
    } as const;
  }
}
