import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { RouteProblem } from './model-settings.ts';

export type Route =
  | { readonly kind: 'provider'; readonly provider: string; readonly modelId: string; readonly text: string }
  | { readonly kind: 'scripted'; readonly file: string; readonly text: string };

/** `anthropic/<model>`, `<provider>/<model>` or `scripted:<file>`. A model's id may contain slashes. */
export function parseRoute(text: string): Result<Route, RouteProblem> {
  if (text.startsWith(SCRIPTED)) {
    const file = text.slice(SCRIPTED.length);
    return file === '' ? badRoute(text) : ok({ kind: 'scripted', file, text });
  }
  const slash = text.indexOf('/');
  const provider = text.slice(0, Math.max(slash, 0));
  const modelId = text.slice(slash + 1);
  if (slash < 1 || modelId === '' || /\s/.test(text)) return badRoute(text);
  return ok({ kind: 'provider', provider, modelId, text });
}

const SCRIPTED = 'scripted:';

function badRoute(text: string): Result<Route, RouteProblem> {
  return fail({
    kind: 'bad-route',
    message: `\`${text}\` is not a route to a model; expected \`anthropic/<model>\`, \`<provider>/<model>\` or \`scripted:<file>\``,
  });
}
