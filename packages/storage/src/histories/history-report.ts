import type { HistoryAgent } from './past-call.ts';

/** What was read, and what couldn't be. */
export type HistoryReport = {
  readonly agents: ReadonlyMap<HistoryAgent, AgentReport>;
  /** Files that couldn't be read, and why; at most a hundred. */
  readonly notices: readonly HistoryNotice[];
};

export type AgentReport = {
  readonly files: number;
  readonly calls: number;
  /** Calls that another file already contained: resumed sessions repeat those they continue. */
  readonly repeated: number;
  /** Lines of an unknown kind. Their meaning is never guessed. */
  readonly unknownLines: number;
  /** The kinds of those lines, at most twenty. */
  readonly unknownKinds: readonly string[];
  /** Lines that aren't JSON. The last line of a running session may be one. */
  readonly brokenLines: number;
  /** Lines longer than the limit. */
  readonly longLines: number;
};

export type HistoryNotice = { readonly agent: HistoryAgent; readonly file: string; readonly problem: string };

/** The report while it is being built. */
export class HistoryTally implements HistoryReport {
  readonly #agents = new Map<HistoryAgent, AgentTally>();
  readonly #notices: HistoryNotice[] = [];

  get agents(): ReadonlyMap<HistoryAgent, AgentReport> {
    return this.#agents;
  }

  get notices(): readonly HistoryNotice[] {
    return this.#notices;
  }

  of(agent: HistoryAgent): AgentTally {
    const known = this.#agents.get(agent) ?? new AgentTally();
    this.#agents.set(agent, known);
    return known;
  }

  notice(notice: HistoryNotice): void {
    if (this.#notices.length < MAX_NOTICES) this.#notices.push(notice);
  }
}

const MAX_NOTICES = 100;
const MAX_KINDS = 20;
const MAX_KIND_LENGTH = 60;

export class AgentTally implements AgentReport {
  files = 0;
  calls = 0;
  repeated = 0;
  unknownLines = 0;
  brokenLines = 0;
  longLines = 0;
  readonly #kinds = new Set<string>();

  get unknownKinds(): readonly string[] {
    return [...this.#kinds];
  }

  unknown(kind: unknown): void {
    this.unknownLines++;
    if (this.#kinds.size < MAX_KINDS) {
      this.#kinds.add(typeof kind === 'string' ? kind.slice(0, MAX_KIND_LENGTH) : 'no type');
    }
  }
}
