import type { Sourced } from '../rules/rule-file.ts';

/** What `settings.toml` says beside permissions, each value with the line that says so. */
export type Settings = {
  readonly models: ModelSettings;
  readonly providers: ByName<Provider>;
  readonly mcpServers: ByName<McpServer>;
  /** In the order in which they run. */
  readonly hooks: readonly Sourced<HookSetting>[];
  readonly agent: AgentSettings;
  readonly tui: TuiSettings;
};

export type ByName<Value> = ReadonlyMap<string, Sourced<Value>>;

/** A model for each purpose. */
export type ModelSettings = {
  readonly main?: Sourced<ModelReference>;
  readonly fastClassifier?: Sourced<ModelReference>;
  /** Tried in order when `main` does not answer. */
  readonly fallbacks?: Sourced<readonly ModelReference[]>;
};

/** `anthropic/claude-…`, `<provider>/<model id>`, or `scripted:FILE`. */
export type ModelReference =
  | { readonly kind: 'model'; readonly provider: string; readonly model: string }
  | { readonly kind: 'scripted'; readonly file: string };

export const PROVIDER_KINDS = ['anthropic', 'openai', 'openai-compatible', 'google', 'ollama', 'scripted'] as const;

/** Providers that need no table; a table of that name changes them. */
export const BUILTIN_PROVIDERS: readonly ProviderKind[] = ['anthropic', 'openai', 'google', 'ollama'];

export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Where requests go and which variable holds the key; the key itself never stands in a file. */
export type Provider =
  | ({ readonly kind: 'anthropic' | 'google' | 'ollama' } & Reach)
  | ({ readonly kind: 'openai'; readonly api?: OpenAiApi } & Reach)
  | ({ readonly kind: 'openai-compatible'; readonly api?: OpenAiApi } & Reach & { readonly baseUrl: string })
  | { readonly kind: 'scripted'; readonly file: string };

type Reach = { readonly baseUrl?: string; readonly apiKeyEnv?: string };

export type OpenAiApi = 'chat' | 'responses';

export type McpServer = { readonly disabled: boolean; readonly timeoutMs?: number } & (
  | {
      readonly transport: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      /** Values may name variables: `$NAME`. */
      readonly env: TextMap;
      /** As written; a relative one starts at the workspace. */
      readonly cwd?: string;
    }
  /** Values of headers may name variables: `$NAME`. */
  | { readonly transport: 'http'; readonly url: string; readonly headers: TextMap }
);

export type TextMap = ReadonlyMap<string, string>;

export const HOOK_EVENTS = ['PreToolUse', 'PostToolUse', 'PermissionRequest', 'PermissionDenied'] as const;

export type HookSetting = {
  readonly event: (typeof HOOK_EVENTS)[number];
  /** A glob over tool names. */
  readonly matcher: string;
  readonly command: string;
  readonly timeoutMs: number;
  /** What becomes of the call when the hook itself fails. */
  readonly onError: 'deny' | 'continue';
};

export type AgentSettings = {
  readonly maxTurns?: Sourced<number>;
  readonly maxOutputChars?: Sourced<number>;
  readonly contextTokens?: Sourced<number>;
  readonly systemPromptAppend?: Sourced<string>;
  /** Managed and user files only: every project may define providers, servers and hooks. */
  readonly trustProjectSettings?: Sourced<boolean>;
};

export type TuiSettings = {
  readonly theme?: Sourced<'auto' | 'dark' | 'light'>;
  /** Ring when a question waits. */
  readonly bell?: Sourced<boolean>;
};
