export type AgentLimits = {
  /** Replies per prompt. */
  readonly turns: number;
  /** What the model can read at once. */
  readonly contextTokens: number;
};

export const DEFAULT_LIMITS: AgentLimits = { turns: 200, contextTokens: 200_000 };
