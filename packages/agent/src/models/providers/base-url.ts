import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { Environment, ProviderKind, ProviderSettings, RouteProblem } from '../model-settings.ts';

/** The address of a provider: from its settings, its variable, or its default; without a trailing slash. */
export function baseUrlOf(
  name: string,
  { kind, baseUrl }: ProviderSettings,
  env: Environment,
): Result<string, RouteProblem> {
  const { variable, usual, path } = PLACES[kind];
  const fromEnv = variable === null ? undefined : env[variable]?.trim() || undefined;
  const given = baseUrl ?? fromEnv ?? usual;
  const source =
    baseUrl === undefined && fromEnv !== undefined ? `${variable}` : `\`base_url\` of provider \`${name}\``;
  if (given === null) return badUrl(`provider \`${name}\` needs a \`base_url\``);

  const text = kind === 'ollama' ? completed(given) : given;
  if (!URL.canParse(text)) return badUrl(`${source} is not an address: \`${given}\``);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return badUrl(`${source} is not an http address: \`${given}\``);
  const bare = url.href.replace(/[?#].*$/, '').replace(/\/+$/, '');
  return ok(isComplete(url, PLACES[kind]) ? bare : `${bare}${path}`);
}

type Place = {
  readonly variable: string | null;
  readonly usual: string | null;
  readonly path: string;
  /** Which addresses get the path appended: any that lacks it, or only those without a path. */
  readonly addedTo: 'any' | 'bare';
};

/** `ANTHROPIC_BASE_URL` is commonly written without `/v1`, OpenAI's with it. */
const PLACES: Readonly<Record<ProviderKind, Place>> = {
  anthropic: { variable: 'ANTHROPIC_BASE_URL', usual: 'https://api.anthropic.com', path: '/v1', addedTo: 'any' },
  openai: { variable: 'OPENAI_BASE_URL', usual: 'https://api.openai.com', path: '/v1', addedTo: 'bare' },
  google: {
    variable: null,
    usual: 'https://generativelanguage.googleapis.com',
    path: '/v1beta',
    addedTo: 'bare',
  },
  ollama: { variable: 'OLLAMA_HOST', usual: 'http://127.0.0.1:11434', path: '/v1', addedTo: 'any' },
  'openai-compatible': { variable: null, usual: null, path: '', addedTo: 'bare' },
};

function isComplete({ pathname }: URL, { path, addedTo }: Place): boolean {
  const own = pathname.replace(/\/+$/, '');
  return own.endsWith(path) || (addedTo === 'bare' && own !== '');
}

/** `OLLAMA_HOST` may lack the scheme and the port, and may be the address the server listens on. */
function completed(host: string): string {
  const withScheme = /^https?:\/\//.test(host) ? host : `http://${host}`;
  if (!URL.canParse(withScheme)) return withScheme;
  const url = new URL(withScheme);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.port === '' && url.protocol === 'http:' && !/:80(\/|$)/.test(withScheme)) url.port = '11434';
  return url.href;
}

function badUrl(message: string): Result<string, RouteProblem> {
  return fail({ kind: 'bad-provider', message });
}
