import { setTimeout as sleepFor } from 'node:timers/promises';
import { type Model, ModelError } from './model.ts';

export type RetryOptions = {
  /** The maximum number of attempts. */
  readonly attempts?: number;
  readonly firstDelayMs?: number;
  readonly longestDelayMs?: number;
  readonly random?: () => number;
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

/**
 * Retries after transient errors, as long as nothing of the reply was shown. Shown text is never silently repeated: a reply that
 * breaks off after that is an `interrupted-stream`.
 */
export function withRetries(model: Model, options: RetryOptions = {}): Model {
  const { attempts = 5, sleep = sleepUnlessAborted } = options;
  return {
    name: model.name,
    async *reply(request, signal) {
      for (let attempt = 1; ; attempt++) {
        let shown = false;
        let failure: ModelError;
        try {
          for await (const event of model.reply(request, signal)) {
            shown ||= event.kind !== 'retrying';
            yield event;
          }
          return;
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof ModelError)) throw error;
          failure = error;
        }
        if (shown) throw brokenOff(failure);
        const afterMs = delay(attempt, failure, options);
        if (!failure.isPassing || attempt >= attempts || afterMs === null) throw failure;
        yield { kind: 'retrying', attempt, afterMs, because: failure.message };
        await sleep(afterMs, signal);
      }
    },
  };
}

function brokenOff(failure: ModelError): ModelError {
  return new ModelError('interrupted-stream', failure.message, { isPassing: false, cause: failure });
}

/** Null: the provider asks for a longer wait than we accept. */
function delay(attempt: number, { retryAfterMs }: ModelError, options: RetryOptions): number | null {
  const { firstDelayMs = 500, longestDelayMs = 60_000, random = Math.random } = options;
  // Never earlier than requested, and with jitter, so that not all clients retry at the same moment.
  if (retryAfterMs !== null) {
    return retryAfterMs > longestDelayMs ? null : Math.round(retryAfterMs + random() * firstDelayMs);
  }
  const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1));
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}

async function sleepUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleepFor(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}
