import type { PlanAnswer, PlanReviewer, ProposedPlan } from '@caliban/agent/session';
import type { Answer, AskHandler, Question } from '@caliban/gate';

/** A question on the screen, waiting for an answer. */
export type OpenQuestion = {
  readonly question: Question;
  readonly answer: (answer: Answer) => void;
};

/** A plan on the screen, waiting for approval. */
export type OpenPlan = {
  readonly plan: ProposedPlan;
  readonly answer: (answer: PlanAnswer) => void;
};

/** The operator at the keyboard. The gate asks one question at a time, so there is at most one modal; a plan waits behind it. */
export class TuiAskHandler implements AskHandler, PlanReviewer {
  readonly #listeners = new Set<() => void>();
  #open: OpenQuestion | null = null;
  #openPlan: OpenPlan | null = null;

  get open(): OpenQuestion | null {
    return this.#open;
  }

  get openPlan(): OpenPlan | null {
    return this.#openPlan;
  }

  /** A question or plan is waiting for the operator. */
  get isWaiting(): boolean {
    return this.#open !== null || this.#openPlan !== null;
  }

  ask(question: Question, signal: AbortSignal): Promise<Answer> {
    return answered<Answer, OpenQuestion>(signal, {
      shown: (answer) => ({ question, answer }),
      current: () => this.#open,
      show: (open) => {
        this.#open = open;
        this.#tell();
      },
    });
  }

  reviewPlan(plan: ProposedPlan, signal: AbortSignal): Promise<PlanAnswer> {
    return answered<PlanAnswer, OpenPlan>(signal, {
      shown: (answer) => ({ plan, answer }),
      current: () => this.#openPlan,
      show: (open) => {
        this.#openPlan = open;
        this.#tell();
      },
    });
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

type Showing<Given, Open> = {
  readonly shown: (answer: (given: Given) => void) => Open;
  readonly current: () => Open | null;
  readonly show: (open: Open | null) => void;
};

function answered<Given, Open>(signal: AbortSignal, { shown, current, show }: Showing<Given, Open>): Promise<Given> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const withdraw = () => {
      show(null);
      reject(signal.reason);
    };
    const open = shown((given) => {
      // Already answered or withdrawn: another one may be on the screen by now and must stay.
      if (current() !== open) return;
      signal.removeEventListener('abort', withdraw);
      show(null);
      resolve(given);
    });
    signal.addEventListener('abort', withdraw, { once: true });
    show(open);
  });
}
