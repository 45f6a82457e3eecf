/** Notifies the screen of changes: at once for a key, at most once per frame for streamed text. */
export class Watchers {
  readonly #listeners = new Set<() => void>();
  #version = 0;
  #timer: NodeJS.Timeout | undefined;

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;

  readonly tellNow = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  };

  readonly tellSoon = (): void => {
    this.#timer ??= setTimeout(this.tellNow, FRAME_MS);
  };

  stop(): void {
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }
}

const FRAME_MS = 16;
