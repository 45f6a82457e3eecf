import type { AgentEvent } from '@caliban/agent';
import { errorText } from '@caliban/calls/text';

export type RunnerParts = {
  /** Runs a command that waits for its turn but isn't a run: it has no events and can't be interrupted. Null for other texts. Must not reject. */
  readonly act: (text: string) => Promise<void> | null;
  /** Starts the run that the text asks for. */
  readonly start: (text: string, signal: AbortSignal) => AsyncIterable<AgentEvent>;
  readonly onStart: (text: string) => void;
  readonly onEvent: (event: AgentEvent) => void;
  readonly onFailure: (message: string) => void;
  /** Called between two runs and after the last. */
  readonly onEnd: () => void;
  readonly clock: () => number;
};

/** Waits a moment for an interrupted run to clean up. */
export async function untilIdle(runner: Runner): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MAX_CLEANUP_MS);
  });
  await Promise.race([runner.idle, timeout]);
  clearTimeout(timer);
}

const MAX_CLEANUP_MS = 2000;

/** Runs one prompt or command after the other. What is sent in the meantime waits. */
export class Runner {
  readonly #parts: RunnerParts;
  readonly #queue: string[] = [];
  #current: { readonly controller: AbortController; readonly since: number } | null = null;
  #idle: Promise<void> = Promise.resolve();
  #isDraining = false;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  get queue(): readonly string[] {
    return this.#queue;
  }

  get isRunning(): boolean {
    return this.#current !== null;
  }

  /** When the run began; null if nothing is running. */
  get since(): number | null {
    return this.#current?.since ?? null;
  }

  /** Resolves when nothing is running any more. */
  get idle(): Promise<void> {
    return this.#idle;
  }

  send(text: string): void {
    this.#queue.push(text);
    if (!this.#isDraining) this.#idle = this.#drain();
  }

  takeBackLast(): string | null {
    return this.#queue.pop() ?? null;
  }

  /** Interrupts the run. Returns the prompts that were waiting, because they must not start by themselves now. */
  interrupt(): readonly string[] {
    this.#current?.controller.abort();
    return this.#queue.splice(0);
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    for (let text = this.#queue.shift(); text !== undefined; text = this.#queue.shift()) {
      const action = this.#parts.act(text);
      if (action !== null) {
        await action;
        continue;
      }
      const controller = new AbortController();
      this.#current = { controller, since: this.#parts.clock() };
      this.#parts.onStart(text);
      try {
        for await (const event of this.#parts.start(text, controller.signal)) this.#parts.onEvent(event);
      } catch (error) {
        this.#parts.onFailure(controller.signal.aborted ? 'interrupted' : errorText(error));
      }
      this.#current = null;
      this.#parts.onEnd();
    }
    this.#isDraining = false;
  }
}
