export type AgentLimits = {
  /** Replies per prompt. */
  readonly turns: number;
  /** The size of the model's context. */
  readonly contextTokens: number;
};

export const DEFAULT_LIMITS: AgentLimits = { turns: 200, contextTokens: 200_000 };
