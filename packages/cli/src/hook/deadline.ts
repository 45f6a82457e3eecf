/** By when the host must have its answer. Hosts go on when their own time is over. */
export class Deadline {
  readonly #limit: number;
  readonly #miss: (problem: string) => void;
  /** `performance` would load a dozen modules to say the same. */
  readonly #begin = process.hrtime.bigint();

  constructor(env: Readonly<Record<string, string | undefined>>, miss: (problem: string) => void) {
    this.#limit = limitOf(env.CALIBAN_HOOK_TIMEOUT_MS);
    this.#miss = miss;
  }

  /** For while something is waited for. Without a wait a timer could not run anyway, and it is dear to start. */
  watch(): void {
    setTimeout(() => this.#miss(missText(this.#limit)), Math.max(0, this.#limit - this.#passed())).unref();
  }

  /** What must not be believed any more, or null while there is time. */
  missed(): string | null {
    return this.#passed() > this.#limit ? missText(this.#limit) : null;
  }

  #passed(): number {
    return Number(process.hrtime.bigint() - this.#begin) / 1e6;
  }
}

const DEFAULT_LIMIT_MS = 5_000;

function limitOf(written: string | undefined): number {
  return written !== undefined && /^[1-9]\d{0,5}$/.test(written) ? Number(written) : DEFAULT_LIMIT_MS;
}

function missText(limit: number): string {
  return `it took longer than ${limit} ms`;
}
