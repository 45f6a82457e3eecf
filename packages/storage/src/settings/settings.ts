import type { Sourced } from '../rules/rule-file.ts';

/** The contents of `settings.toml` except permissions, each value with its line. */
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
  /** Tried in this order when `main` doesn't answer. */
  readonly fallbacks?: Sourced<readonly ModelReference[]>;
};

/** `anthropic/claude-…`, `<provider>/<model id>`, or `scripted:FILE`. */
export type ModelReference =
  | { readonly kind: 'model'; readonly provider: string; readonly model: string }
  | { readonly kind: 'scripted'; readonly file: string };

export const PROVIDER_KINDS = ['anthropic', 'openai', 'openai-compatible', 'google', 'ollama', 'scripted'] as const;

/** Providers that need no table; a table with such a name overrides them. */
export const BUILTIN_PROVIDERS: readonly ProviderKind[] = ['anthropic', 'openai', 'google', 'ollama'];

export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Where requests go and which variable holds the key; the key itself is never in a file. */
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
      /** Values may contain variables: `$NAME`. */
      readonly env: TextMap;
      /** As written; a relative path starts at the workspace. */
      readonly cwd?: string;
    }
  /** Header values may contain variables: `$NAME`. */
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
  /** Managed and user files only: lets every project define providers, servers and hooks. */
  readonly trustProjectSettings?: Sourced<boolean>;
};

export type TuiSettings = {
  readonly theme?: Sourced<'auto' | 'dark' | 'light'>;
  /** Ring the terminal bell when a question is waiting. */
  readonly bell?: Sourced<boolean>;
};

/**
 * How programs are started: unconfined, confined by the rules where possible, or confined or not at all. Ordered from loosest to
 * strictest.
 */
export const SANDBOX_MODES = ['off', 'prefer', 'require'] as const;

export type SandboxMode = (typeof SANDBOX_MODES)[number];

export type SandboxSettings = {
  /** The strictest value of all files applies. */
  readonly mode?: Sourced<SandboxMode>;
  /** In auto mode, run a command that would be asked about confined and without network instead. */
  readonly autoConfined?: Sourced<boolean>;
  /** Try commands that ask in an overlay before asking. Managed and user files only. */
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

/** `caliban serve`. Managed and user files only, as are the next two tables: one server serves all projects of a user. */
export type ServeSettings = {
  /** `on-demand`: the first program that needs the server starts it. */
  readonly start?: Sourced<'by-hand' | 'on-demand'>;
  /** A server started on demand ends after this many minutes without a request or an open question. */
  readonly idleMinutes?: Sourced<number>;
  readonly port?: Sourced<number>;
};

/** Questions that are answered from outside the session. */
export type InboxSettings = {
  /** How long agents wait. If it isn't set, other agents' hooks don't wait. */
  readonly waitSeconds?: Sourced<number>;
  /** So long a question stays open after that, where the host can end its run and announce the call again. */
  readonly parkHours?: Sourced<number>;
  /** Which questions go to the inbox first. `unattended`: those of agents that can't ask, and of sub-agents. */
  readonly from?: Sourced<'unattended' | 'all'>;
  /** Questions of a terminal session can also be answered from elsewhere. */
  readonly terminal?: Sourced<boolean>;
  /** The name of the person who answers, for the log and for others who see the same question. */
  readonly name?: Sourced<string>;
};

/** How a person is notified of a question. */
export type NotifySetting =
  | { readonly kind: 'command'; readonly command: readonly string[] }
  | { readonly kind: 'webhook'; readonly url: string }
  | { readonly kind: 'desktop' };
