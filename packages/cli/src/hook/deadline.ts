/** By when the host must have its answer. Hosts go on when their own time is over. */
export class Deadline {
  #limit: number;
  readonly #onMiss: (problem: string) => void;
  /** `performance` would load a dozen modules to say the same. */
  readonly #begin = process.hrtime.bigint();

  constructor(env: Readonly<Record<string, string | undefined>>, onMiss: (problem: string) => void) {
    this.#limit = limitOf(env.CALIBAN_HOOK_TIMEOUT_MS);
    this.#onMiss = onMiss;
  }

  /** For while something is waited for. Without a wait a timer could not run anyway, and it is dear to start. */
  watch(): void {
    setTimeout(
      () => (this.left > 0 ? this.watch() : this.#onMiss(this.miss)),
      Math.max(0, Math.ceil(this.left)),
    ).unref();
  }

  /** For an answer of a person: the host was told to wait so much longer. */
  extend(ms: number): void {
    this.#limit += ms;
    this.watch();
  }

  /** What must not be believed any more, or null while there is time. */
  missed(): string | null {
    return this.left < 0 ? this.miss : null;
  }

  /** In milliseconds; less than nothing when it is over. */
  get left(): number {
    return this.#limit - this.#passed();
  }

  /** What is said of a call that nobody has judged in time. */
  get miss(): string {
    return missText(this.#limit);
  }

  #passed(): number {
    return Number(process.hrtime.bigint() - this.#begin) / 1e6;
  }
}

const DEFAULT_LIMIT_MS = 5_000;

/** Hosts are told to wait for ten seconds and go on then; a refusal that comes later is none. */
const MAX_LIMIT_MS = 9_000;

function limitOf(written: string | undefined): number {
  if (written === undefined || !/^[1-9]\d{0,5}$/.test(written)) return DEFAULT_LIMIT_MS;
  return Math.min(Number(written), MAX_LIMIT_MS);
}

function missText(limit: number): string {
  return `it took longer than ${limit} ms`;
}
