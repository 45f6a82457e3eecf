/** Yields pushed events in order, as soon as there is a reader. Ignores pushes after `close`. */
export class EventQueue<Event> implements AsyncIterable<Event> {
  #waiting: Event[] = [];
  #closed = false;
  #wake: (() => void) | null = null;

  readonly push = (event: Event): void => {
    if (this.#closed) return;
    this.#waiting.push(event);
    this.#wake?.();
  };

  readonly close = (): void => {
    this.#closed = true;
    this.#wake?.();
  };

  async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
    for (;;) {
      const events = this.#waiting;
      this.#waiting = [];
      yield* events;
      if (this.#waiting.length > 0) continue;
      if (this.#closed) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
