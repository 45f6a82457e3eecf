/** What the operator's settings say about models. Keys are never among them, only the names of their variables. */
export type ModelSettings = {
  readonly routes: {
    readonly main?: string;
    readonly fast_classifier?: string;
    /** Asked in turn when `main` is overloaded or cannot be reached. */
    readonly fallbacks: readonly string[];
  };
  readonly providers: Readonly<Record<string, ProviderSettings>>;
};

export type ProviderSettings = {
  readonly kind: ProviderKind;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  /** Which of OpenAI's two is spoken; OpenAI's own is `responses`, elsewhere `chat`, where it is not given. */
  readonly api?: OpenAIApi;
};

export const PROVIDER_KINDS = ['anthropic', 'openai', 'google', 'ollama', 'openai-compatible'] as const;

export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export type OpenAIApi = 'chat' | 'responses';

/** The environment, as a value. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a model is wanted for. */
export type Purpose = 'main' | 'fast_classifier';

/** Why no model can be had, and what to do. */
export type RouteProblem = {
  readonly kind: 'no-model' | 'bad-route' | 'unknown-provider' | 'bad-provider' | 'no-key' | 'bad-script';
  readonly message: string;
};
