import { randomUUID } from 'node:crypto';
import type { IdText } from '../wire/client-message.ts';
import { notification, request } from '../wire/replies.ts';
import type { AskChannel } from './elicitation-ask-handler.ts';
import type { FormParams } from './permission-form.ts';

/** Until revision 2025-11-25: we send the client a request of our own, among those of the server. */
export class AskedByRequest implements AskChannel {
  /** No other id begins like this, and no server sees it. */
  readonly #prefix = `caliban-${randomUUID()}`;
  readonly #open = new Map<IdText, (result: unknown) => void>();
  readonly #toClient: (line: string) => void;
  #count = 0;

  constructor(toClient: (line: string) => void) {
    this.#toClient = toClient;
  }

  elicit(form: FormParams, signal: AbortSignal): Promise<unknown> {
    const id = `${this.#prefix}-${++this.#count}`;
    const key = JSON.stringify(id);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#open.delete(key);
        this.#toClient(notification('notifications/cancelled', { requestId: id, reason: 'the call is gone' }));
        reject(signal.reason);
      };
      this.#open.set(key, (result) => {
        signal.removeEventListener('abort', giveUp);
        this.#open.delete(key);
        resolve(result);
      });
      signal.addEventListener('abort', giveUp, { once: true });
      this.#toClient(request(id, 'elicitation/create', form));
    });
  }

  /** True if the response was for one of our requests, open or not. An error isn't an answer and is treated as a no. */
  take(id: IdText, result: unknown): boolean {
    this.#open.get(id)?.(result);
    return id.startsWith(`"${this.#prefix}`);
  }
}
