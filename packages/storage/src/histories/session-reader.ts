import type { AgentTally } from './history-report.ts';
import type { HistoryAgent, PastCall } from './past-call.ts';
import type { OnSkipped, SessionFile } from './session-files.ts';

/** Where agents keep their histories. */
export type HistoryPlaces = {
  /** Those of each agent. */
  readonly directories: ReadonlyMap<HistoryAgent, readonly string[]>;
  /** The decision log. */
  readonly log: string;
};

/** A call with its agent's id, which detects repetitions. */
export type IdentifiedCall = { readonly id: string | undefined; readonly call: PastCall };

export type FindSessions = { readonly since: number | undefined; readonly onSkipped: OnSkipped };

/** Reads the history format of one agent. */
export interface SessionReader {
  readonly agent: HistoryAgent;
  find(places: HistoryPlaces, options: FindSessions): Promise<readonly SessionFile[]>;
  /** Yields calls in batches; throws if the file can't be read at all. */
  read(file: SessionFile, tally: AgentTally): AsyncIterable<readonly IdentifiedCall[]>;
}
