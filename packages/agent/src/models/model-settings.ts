/** The operator's settings about models. Never contains keys, only the names of their variables. */
export type ModelSettings = {
  readonly routes: {
    readonly main?: string;
    readonly fast_classifier?: string;
    /** Tried in order if `main` is overloaded or can't be reached. */
    readonly fallbacks: readonly string[];
  };
  readonly providers: Readonly<Record<string, ProviderSettings>>;
};

export type ProviderSettings = {
  readonly kind: ProviderKind;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  /** Which of OpenAI's two APIs to use. Default: `responses` for OpenAI itself, `chat` for others. */
  readonly api?: OpenAIApi;
};

export const PROVIDER_KINDS = ['anthropic', 'openai', 'google', 'ollama', 'openai-compatible'] as const;

export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export type OpenAIApi = 'chat' | 'responses';

/** The environment variables, as a value. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a model is used for. */
export type Purpose = 'main' | 'fast_classifier';

/** Why no model is available, and what to do. */
export type RouteProblem = {
  readonly kind: 'no-model' | 'bad-route' | 'unknown-provider' | 'bad-provider' | 'no-key' | 'bad-script';
  readonly message: string;
};
