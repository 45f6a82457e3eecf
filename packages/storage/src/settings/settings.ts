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
  readonly sandbox: SandboxSettings;
  readonly serve: ServeSettings;
  readonly inbox: InboxSettings;
  readonly notify: readonly Sourced<NotifySetting>[];
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
  /** What happens to the call if the hook itself fails. */
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

/** How programs are started: as they are, confined by the rules where that works, or confined or not at all. The strictest comes last. */
export const SANDBOX_MODES = ['off', 'prefer', 'require'] as const;

export type SandboxMode = (typeof SANDBOX_MODES)[number];

export type SandboxSettings = {
  /** The strictest of all files. */
  readonly mode?: Sourced<SandboxMode>;
  /** In auto mode, a command that would be asked about runs confined and without network instead. */
  readonly autoConfined?: Sourced<boolean>;
  /** Try commands that ask in an overlay, before anyone is asked. Managed and user files only. */
  readonly rehearse?: Sourced<boolean>;
  /** Managed and user files only: they say where secrets may go. */
  readonly secrets?: readonly Sourced<SecretSetting>[];
};

/** Programs in the sandbox see a placeholder, and these hosts get the real value. Exactly one of `env` and `file` is there. */
export type SecretSetting = {
  readonly env?: string;
  /** Absolute, or below `~/`. */
  readonly file?: string;
  /** A regular expression: its first group is the secret. Without it, the whole value is. */
  readonly extract?: string;
  readonly hosts: readonly string[];
};

/** `caliban serve`. Managed and user files only, as are the next two: one server serves all projects of a user. */
export type ServeSettings = {
  /** On demand: whatever wants the server starts it. */
  readonly start?: Sourced<'by-hand' | 'on-demand'>;
  /** Started on demand, it ends after so long without a request or an open question. */
  readonly idleMinutes?: Sourced<number>;
  readonly port?: Sourced<number>;
};

/** Questions that are answered from elsewhere. */
export type InboxSettings = {
  /** How long agents wait. Without it other agents' hooks never do. */
  readonly waitSeconds?: Sourced<number>;
  /** Whose questions come first to the inbox. Unattended: those of agents that can't ask, and of sub-agents. */
  readonly from?: Sourced<'unattended' | 'all'>;
  /** Questions of a session in the terminal can be answered from elsewhere too. */
  readonly terminal?: Sourced<boolean>;
  /** Who answers, for the log and for others who look at the same card. */
  readonly name?: Sourced<string>;
};

/** How a person hears of a question. */
export type NotifySetting =
  | { readonly kind: 'command'; readonly command: readonly string[] }
  | { readonly kind: 'webhook'; readonly url: string }
  | { readonly kind: 'desktop' };
