export const HISTORY_AGENTS = ['claude', 'codex', 'gemini', 'opencode', 'log'] as const;

/** Whose record a call was read from. `log` is caliban's own decision log. */
export type HistoryAgent = (typeof HISTORY_AGENTS)[number];

/**
 * `rejected`: a person, a rule or a hook stopped it. `failed-or-unknown`: the record doesn't say that it ran; a command that ran and
 * ended with an error is `yes`.
 */
export type Ran = 'yes' | 'rejected' | 'failed-or-unknown';

/** A call that an agent made, under the agent's own names for tool and fields. Those of the log are ours. */
export type PastCall = {
  readonly agent: HistoryAgent;
  readonly tool: string;
  readonly input: unknown;
  /** Where the agent was when it made the call. */
  readonly cwd: string | undefined;
  /** In milliseconds since 1970. */
  readonly at: number | undefined;
  readonly session: string;
  readonly ran: Ran;
  /** The agent's permission mode at that time, in the agent's words, where its record says so. */
  readonly mode?: string;
  /** The agent asked no one in that mode, so the call says nothing about what its user wants. */
  readonly unsupervised?: true;
};
