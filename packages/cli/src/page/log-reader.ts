import { setTimeout as sleep } from 'node:timers/promises';
import { errorText } from '@caliban/calls/text';
import { type AuditLine, followAudit, readAudit } from '@caliban/storage';
import { LogDigest } from './log-digest.ts';
import type { LogState } from './page-types.ts';

/** As far back as the page looks. */
const PAST_MS = 30 * 86_400_000;
/** The number of last lines that are read twice, because more may be logged meanwhile. */
const OVERLAP = 2_000;
const POLL_MS = 1_000;
/** So many lines take about a millisecond. */
const AT_ONCE = 100;
const PAUSE_MS = 5;

/** Reads the decision log once, in the background, and then every new line. Starts on first use. */
export class LogReader {
  readonly #log: string;
  readonly #signal: AbortSignal;
  readonly #isBusy: () => boolean;
  #digest: LogDigest = new LogDigest();
  #state: LogState = 'reading';
  #problem: string | null = null;
  #isStarted = false;

  /** `isBusy`: it waits meanwhile, because the same process answers questions and hooks. */
  constructor(log: string, { signal, isBusy }: { readonly signal: AbortSignal; readonly isBusy: () => boolean }) {
    this.#log = log;
    this.#signal = signal;
    this.#isBusy = isBusy;
  }

  get digest(): LogDigest {
    if (!this.#isStarted) {
      this.#isStarted = true;
      void this.#run();
    }
    return this.#digest;
  }

  get state(): LogState {
    return this.#state;
  }

  get problem(): string | null {
    return this.#problem;
  }

  async #letOthersGo(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#isBusy() && !this.#signal.aborted) await sleep(PAUSE_MS);
  }

  async #run(): Promise<void> {
    try {
      const last = new LastTexts(OVERLAP);
      for await (const line of readAudit({ source: { log: this.#log }, filter: { since: Date.now() - PAST_MS } })) {
        if (this.#signal.aborted) return;
        this.#digest.add(line);
        last.add(line);
        if (this.#digest.read % AT_ONCE === 0) await this.#letOthersGo();
      }
      this.#state = 'ready';
      for await (const line of followAudit({ log: this.#log, past: OVERLAP, signal: this.#signal, pollMs: POLL_MS }))
        if (!last.has(line)) this.#digest.add(line);
    } catch (error) {
      this.#state = 'failed';
      this.#problem = errorText(error);
    }
  }
}

/** The texts of the last lines, with repeats: two lines may be equal. */
class LastTexts {
  readonly #most: number;
  readonly #texts = new Map<string, number>();
  readonly #order: string[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add({ text }: AuditLine): void {
    this.#texts.set(text, (this.#texts.get(text) ?? 0) + 1);
    this.#order.push(text);
    if (this.#order.length <= 2 * this.#most) return;
    for (const old of this.#order.splice(0, this.#most)) this.#take(old);
  }

  has({ text }: AuditLine): boolean {
    return this.#take(text);
  }

  #take(text: string): boolean {
    const times = this.#texts.get(text);
    if (times === undefined) return false;
    if (times === 1) this.#texts.delete(text);
    else this.#texts.set(text, times - 1);
    return true;
  }
}
