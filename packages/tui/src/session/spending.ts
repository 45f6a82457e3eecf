import type { AgentEvent, Usage } from '@caliban/agent';
import { addUsage, NO_USAGE } from '@caliban/agent/models';

/** What the session has used so far, including sub-agents and summaries. */
export class Spending {
  readonly #byModel = new Map<string, Usage>();
  #replies = 0;
  #calls = 0;
  #refused = 0;
  #runningMs = 0;

  get byModel(): ReadonlyMap<string, Usage> {
    return this.#byModel;
  }

  get replies(): number {
    return this.#replies;
  }

  get calls(): number {
    return this.#calls;
  }

  get refused(): number {
    return this.#refused;
  }

  get runningMs(): number {
    return this.#runningMs;
  }

  /** `model`: the current one. */
  count(event: AgentEvent, model: string): void {
    if (event.kind === 'assistant') this.#replies += 1;
    if (event.kind === 'tool-finished') {
      this.#calls += 1;
      if (event.end === 'denied') this.#refused += 1;
    }
    // The end of a run has the totals, including those of its sub-agents.
    if (event.kind === 'ended' && event.agent === undefined && event.usage.inputTokens + event.usage.outputTokens > 0)
      this.#byModel.set(model, addUsage(this.#byModel.get(model) ?? NO_USAGE, event.usage));
  }

  ran(ms: number): void {
    this.#runningMs += ms;
  }
}
