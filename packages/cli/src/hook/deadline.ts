/** The time by which the host must have its answer. After its own timeout a host runs the call. */
export class Deadline {
  #limit: number;
  readonly #onMiss: (problem: string) => void;
  /** Using `performance` would load a dozen modules. */
  readonly #begin = process.hrtime.bigint();

  constructor(env: Readonly<Record<string, string | undefined>>, onMiss: (problem: string) => void) {
    this.#limit = limitOf(env.CALIBAN_HOOK_TIMEOUT_MS);
    this.#onMiss = onMiss;
  }

  /** For asynchronous waits. Without one a timer couldn't fire anyway, and starting it is slow. */
  watch(): void {
    setTimeout(
      () => (this.left > 0 ? this.watch() : this.#onMiss(this.miss)),
      Math.max(0, Math.ceil(this.left)),
    ).unref();
  }

  /** For a person's answer: the host was told to wait that much longer. */
  extend(ms: number): void {
    this.#limit += ms;
    this.watch();
  }

  /** The message for a verdict that came too late, or null while there is time. */
  missed(): string | null {
    return this.left < 0 ? this.miss : null;
  }

  /** In milliseconds; negative after the deadline. */
  get left(): number {
    return this.#limit - this.#passed();
  }

  /** The message for a call that wasn't judged in time. */
  get miss(): string {
    return missText(this.#limit);
  }

  #passed(): number {
    return Number(process.hrtime.bigint() - this.#begin) / 1e6;
  }
}

const DEFAULT_LIMIT_MS = 5_000;

/** Hosts are told to wait ten seconds and run the call then; a later refusal has no effect. */
const MAX_LIMIT_MS = 9_000;

function limitOf(written: string | undefined): number {
  if (written === undefined || !/^[1-9]\d{0,5}$/.test(written)) return DEFAULT_LIMIT_MS;
  return Math.min(Number(written), MAX_LIMIT_MS);
}

function missText(limit: number): string {
  return `it took longer than ${limit} ms`;
}
