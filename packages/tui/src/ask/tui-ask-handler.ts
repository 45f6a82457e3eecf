import type { Answer, AskHandler, Question } from '@caliban/gate';

/** What stands on the screen, waiting for an answer. */
export type OpenQuestion = {
  readonly question: Question;
  readonly answer: (answer: Answer) => void;
};

/** The operator at the keyboard. The gate asks one question at a time, so there is one modal or none. */
export class TuiAskHandler implements AskHandler {
  readonly #listeners = new Set<() => void>();
  #open: OpenQuestion | null = null;

  get open(): OpenQuestion | null {
    return this.#open;
  }

  ask(question: Question, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const withdraw = () => {
        this.#show(null);
        reject(signal.reason);
      };
      const open: OpenQuestion = {
        question,
        answer: (answer) => {
          // Answered or withdrawn before: by now another question may stand here, and it must stay.
          if (this.#open !== open) return;
          signal.removeEventListener('abort', withdraw);
          this.#show(null);
          resolve(answer);
        },
      };
      signal.addEventListener('abort', withdraw, { once: true });
      this.#show(open);
    });
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #show(open: OpenQuestion | null): void {
    this.#open = open;
    for (const listener of this.#listeners) listener();
  }
}
