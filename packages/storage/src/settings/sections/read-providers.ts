import { dirname, resolve } from 'node:path';
import type { Sourced } from '../../rules/rule-file.ts';
import {
  BUILTIN_PROVIDERS,
  type ByName,
  type OpenAiApi,
  PROVIDER_KINDS,
  type Provider,
  type ProviderKind,
} from '../settings.ts';
import type { TableReader } from '../table-reader.ts';
import { HTTP_URL, oneOf, TEXT, VARIABLE_NAME } from '../value-kinds.ts';

/** `[providers.<name>]` */
export function readProviders(reader: TableReader): ByName<Provider> {
  const providers = new Map<string, Sourced<Provider>>();
  for (const [name, table] of reader.tables()) {
    if (!/^[\w-]+$/.test(name)) table.lacking(`\`${name}\` is not a name for a provider; use letters, digits, - and _`);
    const provider = readProvider(table, name);
    table.end();
    if (provider !== null) providers.set(name, reader.reading.sourced(provider, table.path));
  }
  return providers;
}

function readProvider(table: TableReader, name: string): Provider | null {
  refuseKeys(table);
  const kind = kindOfProvider(table, name);
  if (kind === null) return null;
  if (kind === 'scripted') return scriptedProvider(table);
  const baseUrl = table.read('base_url', HTTP_URL);
  const apiKeyEnv = table.read('api_key_env', VARIABLE_NAME);
  const reach = { ...(baseUrl !== undefined && { baseUrl }), ...(apiKeyEnv !== undefined && { apiKeyEnv }) };
  warnOfPlainHttp(table, reach);
  switch (kind) {
    case 'anthropic':
    case 'google':
    case 'ollama':
      return { kind, ...reach };
    case 'openai':
      return { kind, ...reach, ...apiOf(table) };
    case 'openai-compatible':
      if (baseUrl !== undefined) return { kind, ...reach, baseUrl, ...apiOf(table) };
      if (!table.has('base_url')) table.lacking('the provider has no base_url; write where its server is');
      return null;
  }
}

function kindOfProvider(table: TableReader, name: string): ProviderKind | null {
  if (table.has('kind')) return table.read('kind', oneOf(...PROVIDER_KINDS)) ?? null;
  const builtin = BUILTIN_PROVIDERS.find((known) => known === name);
  if (builtin === undefined) table.lacking(`the provider has no kind; write \`kind = "openai-compatible"\` or another`);
  return builtin ?? null;
}

function scriptedProvider(table: TableReader): Provider | null {
  const file = table.read('file', TEXT);
  if (file !== undefined) return { kind: 'scripted', file: resolve(dirname(table.reading.file), file) };
  if (!table.has('file')) table.lacking('the scripted provider has no file; write `file = "replies.json"`');
  return null;
}

function apiOf(table: TableReader): { readonly api?: OpenAiApi } {
  const api = table.read('api', oneOf('chat', 'responses'));
  return api === undefined ? {} : { api };
}

/** Files are copied, shown and committed, so a key in one would leak. */
function refuseKeys(table: TableReader): void {
  for (const key of LITERAL_KEYS.filter((name) => table.table[name] !== undefined && table.has(name))) {
    table.wrong(
      key,
      `\`${key}\` would be a key in a file; put it in a variable and write \`api_key_env = "ITS_NAME"\``,
    );
  }
}

const LITERAL_KEYS = ['api_key', 'apiKey', 'key', 'token', 'secret', 'password'];

function warnOfPlainHttp(table: TableReader, { baseUrl, apiKeyEnv }: { baseUrl?: string; apiKeyEnv?: string }): void {
  if (baseUrl === undefined || apiKeyEnv === undefined) return;
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:' || LOOPBACK.test(hostname)) return;
  table.warn('base_url', '`base_url` is plain http, and everybody on the way can read the key; use https');
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
