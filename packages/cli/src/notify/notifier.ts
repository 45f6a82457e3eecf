import { errorText, visible } from '@caliban/calls/text';
import type { AskView, Inbox } from '@caliban/inbox';
import { notificationOf } from './notification.ts';
import { type NotifyWay, type SendOptions, sendNotification, wayText } from './send-notification.ts';

/** The state of one way of notifying, since the start of the server. */
export type NotifyReport = {
  readonly way: string;
  readonly sent: number;
  readonly failed: number;
  /** Not sent, because too many were waiting. */
  readonly dropped: number;
  /** Why the last one failed; null after a success. */
  readonly problem: string | null;
};

export type NotifierParts = SendOptions & {
  readonly inbox: Inbox;
  readonly port: number;
  /** Read for every question, so that a change applies at once. */
  readonly ways: () => Promise<readonly NotifyWay[]>;
  readonly warn: (message: string) => void;
};

const MAX_WAITING = 20;

/** Sends notifications about new questions. Nothing waits for it, and its failures don't affect a question. */
export class Notifier {
  readonly #parts: NotifierParts;
  readonly #ways = new Map<string, WayState>();

  /** Announced cards that are still open. */
  #known: ReadonlySet<string> = new Set();
  #isLooking = false;
  #isStale = false;

  constructor(parts: NotifierParts) {
    this.#parts = parts;
    const since = Date.now();
    const stop = parts.inbox.onChange(({ kind }) => {
      if (kind === 'ask') void this.#look(since);
    });
    parts.signal.addEventListener('abort', stop, { once: true });
  }

  report(): readonly NotifyReport[] {
    return [...this.#ways.values()].map(({ way, sent, failed, dropped, problem }) => ({
      way,
      sent,
      failed,
      dropped,
      problem,
    }));
  }

  /** Once for all that arrived in the meantime. Questions from before the start were announced by an earlier server. */
  async #look(since: number): Promise<void> {
    this.#isStale = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { inbox, ways, warn } = this.#parts;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const cards = await inbox.cards();
        const fresh = cards.filter(({ key, views: [{ askedAt }] }) => askedAt >= since && !this.#known.has(key));
        this.#known = new Set(cards.map(({ key }) => key));
        if (fresh.length > 0)
          for (const way of await ways()) for (const { views } of fresh) this.#enqueue(way, views[0]);
      }
    } catch (error) {
      warn(`a notification was not sent: ${errorText(error)}`);
    } finally {
      this.#isLooking = false;
    }
  }

  #enqueue(way: NotifyWay, view: AskView): void {
    const key = JSON.stringify(way);
    const state = this.#ways.get(key) ?? new WayState(wayText(way));
    this.#ways.set(key, state);
    if (state.waiting >= MAX_WAITING) {
      state.dropped++;
      return;
    }
    state.waiting++;
    state.last = state.last.then(() => this.#send(way, view, state));
  }

  async #send(way: NotifyWay, { id }: AskView, state: WayState): Promise<void> {
    const { inbox, port, env, signal, warn } = this.#parts;
    try {
      const view = await inbox.view(id);
      // It was answered while it waited in the queue.
      if (view?.state !== 'pending' || signal.aborted) return;
      await sendNotification(way, notificationOf(view, port), { env, signal });
      state.sent++;
      state.problem = null;
    } catch (error) {
      if (signal.aborted) return;
      state.failed++;
      const problem = visible(errorText(error));
      if (problem !== state.problem) warn(`${state.way}: no notification was sent: ${problem}`);
      state.problem = problem;
    } finally {
      state.waiting--;
    }
  }
}

class WayState {
  readonly way: string;
  sent = 0;
  failed = 0;
  dropped = 0;
  problem: string | null = null;
  waiting = 0;
  /** Notifications are sent one after the other. */
  last: Promise<void> = Promise.resolve();

  constructor(way: string) {
    this.way = visible(way);
  }
}
