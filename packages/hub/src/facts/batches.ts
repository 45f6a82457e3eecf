/** Collects requests that arrive at the same time and runs them together. */
export class Batches<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #maxSize: number;
  readonly #maxRunning: number;
  readonly #running = new Set<Promise<void>>();
  #waiting: Waiting<Item, Result>[] = [];
  #isScheduled = false;

  constructor(
    work: (items: readonly Item[]) => Promise<readonly Result[]>,
    { maxSize, maxRunning }: { readonly maxSize: number; readonly maxRunning: number },
  ) {
    this.#work = work;
    this.#maxSize = maxSize;
    this.#maxRunning = maxRunning;
  }

  add(item: Item): Promise<Result> {
    const added = new Promise<Result>((resolve, reject) => void this.#waiting.push({ item, resolve, reject }));
    this.#schedule();
    return added;
  }

  /** Resolves once nothing is waiting or running. */
  async idle(): Promise<void> {
    while (this.#waiting.length > 0 || this.#running.size > 0) {
      await Promise.all(this.#running);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** In the next turn of the event loop, so that requests of this turn are batched. */
  #schedule(): void {
    if (this.#isScheduled || this.#running.size >= this.#maxRunning) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#start();
    });
  }

  #start(): void {
    if (this.#waiting.length === 0 || this.#running.size >= this.#maxRunning) return;
    const batch = this.#waiting.slice(0, this.#maxSize);
    this.#waiting = this.#waiting.slice(this.#maxSize);
    const running = this.#run(batch).finally(() => {
      this.#running.delete(running);
      if (this.#waiting.length > 0) this.#schedule();
    });
    this.#running.add(running);
    if (this.#waiting.length > 0) this.#schedule();
  }

  async #run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};
