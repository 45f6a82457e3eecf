import {
  BUILTIN_PROVIDERS,
  HOOK_EVENTS,
  PROVIDER_KINDS,
  type ProviderKind,
  SANDBOX_MODES,
} from '../settings/settings.ts';
import {
  BOOLEAN,
  FILE_PATH,
  HOST_NAMES,
  HTTP_URL,
  ONE_GROUP,
  oneOf,
  TEXT,
  TEXT_MAP,
  TEXTS,
  VARIABLE_NAME,
  whole,
} from '../settings/value-kinds.ts';
import { DRAFT, described, FORBIDDEN, type JsonSchema, object } from './json-schema.ts';
import { outsideKeys, permissionsTable } from './permissions-schema.ts';

const MODEL: JsonSchema = { type: 'string', pattern: '^(?:scripted:[\\s\\S]+|[A-Za-z0-9_-]+/\\S+)$' };

/** API keys don't belong in files. */
const NO_KEYS = Object.fromEntries(
  ['api_key', 'apiKey', 'key', 'token', 'secret', 'password'].map((name) => [
    name,
    { ...FORBIDDEN, description: 'put it in a variable and write `api_key_env`' },
  ]),
);

/** The schema of `settings.toml`. Keys that aren't listed are ignored with a warning. */
export function settingsSchema(): JsonSchema {
  return {
    $schema: DRAFT,
    title: 'settings.toml of caliban',
    ...object({
      permissions: permissionsTable(),
      models: object({
        main: described('`provider/model id`, or `scripted:file.json`', MODEL),
        fast_classifier: described('the model that auto mode asks', MODEL),
        fallbacks: described('tried in order when the main model fails', { type: 'array', items: MODEL }),
      }),
      providers: {
        propertyNames: { pattern: '^[A-Za-z0-9_-]+$' },
        type: 'object',
        properties: builtinProviders(),
        additionalProperties: { anyOf: namedProviders() },
      },
      mcp_servers: {
        type: 'object',
        propertyNames: { pattern: '^[A-Za-z0-9](?:_?[A-Za-z0-9-])*$' },
        additionalProperties: { anyOf: [stdioServer(), httpServer()] },
      },
      hooks: {
        type: 'array',
        items: object(
          {
            event: oneOf(...HOOK_EVENTS).schema,
            command: described('the program to run', TEXT.schema),
            matcher: described('a glob over tool names', TEXT.schema),
            timeout_ms: whole(1, 600_000).schema,
            on_error: oneOf('deny', 'continue').schema,
          },
          { required: ['event', 'command'] },
        ),
      },
      agent: object({
        max_turns: whole(1, 100_000).schema,
        max_output_chars: whole(256, 10_000_000).schema,
        context_tokens: whole(1_000, 100_000_000).schema,
        system_prompt_append: TEXT.schema,
        trust_project_settings: BOOLEAN.schema,
      }),
      tui: object({ theme: oneOf('auto', 'dark', 'light').schema, bell: BOOLEAN.schema }),
      sandbox: object({
        mode: oneOf(...SANDBOX_MODES).schema,
        auto_confined: BOOLEAN.schema,
        rehearse: BOOLEAN.schema,
        secrets: { type: 'array', items: { anyOf: secrets() } },
      }),
      serve: object({
        start: oneOf('by-hand', 'on-demand').schema,
        idle_minutes: whole(1, 10_080).schema,
        port: whole(1, 65_535).schema,
      }),
      inbox: object({
        wait_seconds: whole(1, 86_400).schema,
        park_hours: whole(1, 168).schema,
        from: oneOf('unattended', 'all').schema,
        terminal: BOOLEAN.schema,
        name: TEXT.schema,
      }),
      notify: { type: 'array', items: { anyOf: notifications() } },
      ...outsideKeys(),
    }),
  };
}

function secrets(): readonly JsonSchema[] {
  const common = { extract: ONE_GROUP.schema, hosts: described('these get the real value', HOST_NAMES.schema) };
  return [
    object({ env: VARIABLE_NAME.schema, file: FORBIDDEN, ...common }, { required: ['env', 'hosts'] }),
    object({ env: FORBIDDEN, file: FILE_PATH.schema, ...common }, { required: ['file', 'hosts'] }),
  ];
}

function providerOf(kind: ProviderKind): Readonly<Record<string, JsonSchema>> {
  const reach = { base_url: HTTP_URL.schema, api_key_env: VARIABLE_NAME.schema };
  switch (kind) {
    case 'scripted':
      return { ...NO_KEYS, file: TEXT.schema };
    case 'anthropic':
    case 'google':
    case 'ollama':
      return { ...NO_KEYS, ...reach };
    case 'openai':
    case 'openai-compatible':
      return { ...NO_KEYS, ...reach, api: oneOf('chat', 'responses').schema };
  }
}

const REQUIRED: Readonly<Partial<Record<ProviderKind, string>>> = { scripted: 'file', 'openai-compatible': 'base_url' };

function namedProviders(): readonly JsonSchema[] {
  return PROVIDER_KINDS.map((kind) =>
    object({ kind: oneOf(kind).schema, ...providerOf(kind) }, { required: ['kind', REQUIRED[kind] ?? []].flat() }),
  );
}

/** Providers whose kind is clear from their name. */
function builtinProviders(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    BUILTIN_PROVIDERS.map((name) => [
      name,
      { anyOf: [object({ kind: FORBIDDEN, ...providerOf(name) }), ...namedProviders()] },
    ]),
  );
}

const SHARED = { disabled: BOOLEAN.schema, timeout_ms: whole(1, 3_600_000).schema };

function stdioServer(): JsonSchema {
  const properties = { command: TEXT.schema, args: TEXTS.schema, env: TEXT_MAP.schema, cwd: TEXT.schema };
  return object({ ...properties, url: FORBIDDEN, ...SHARED }, { required: ['command'] });
}

function httpServer(): JsonSchema {
  const properties = { url: HTTP_URL.schema, headers: TEXT_MAP.schema };
  return object({ ...properties, command: FORBIDDEN, ...SHARED }, { required: ['url'] });
}

function notifications(): readonly JsonSchema[] {
  const ways = {
    command: { ...TEXTS.schema, minItems: 1 },
    webhook: HTTP_URL.schema,
    desktop: BOOLEAN.schema,
  };
  return (Object.keys(ways) as (keyof typeof ways)[]).map((way) => {
    const others = Object.keys(ways).filter((other) => other !== way);
    const forbidden = Object.fromEntries(others.map((other) => [other, FORBIDDEN]));
    return object({ ...forbidden, [way]: ways[way] }, { required: [way] });
  });
}
