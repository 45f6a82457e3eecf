export const HISTORY_AGENTS = ['claude', 'codex', 'gemini', 'opencode', 'log'] as const;

/** The agent whose history the call comes from. `log` is caliban's own decision log. */
export type HistoryAgent = (typeof HISTORY_AGENTS)[number];

/**
 * `rejected`: a person, a rule or a hook stopped it. `failed-or-unknown`: the record doesn't say that it ran. A command that ran
 * and failed is `yes`.
 */
export type Ran = 'yes' | 'rejected' | 'failed-or-unknown';

/** A call that an agent made, with the agent's own names of tool and fields. Calls from the log use our names. */
export type PastCall = {
  readonly agent: HistoryAgent;
  readonly tool: string;
  readonly input: unknown;
  /** The agent's working directory at the time of the call. */
  readonly cwd: string | undefined;
  /** In milliseconds since 1970. */
  readonly at: number | undefined;
  readonly session: string;
  readonly ran: Ran;
  /** The agent's permission mode at that time, in the agent's words, if recorded. */
  readonly mode?: string;
  /** The agent asks no one in that mode, so the call says nothing about what its user wants. */
  readonly unsupervised?: true;
};
