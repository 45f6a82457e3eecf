import { untilAborted } from '@caliban/gate/signals';

/**
 * The work's own outcome, also after an abort if it comes soon: what is half done may still be finished, and what was just
 * started gets to be known before everything is ended. Work that does not stop is left behind.
 */
export async function untilStopped<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  try {
    return await untilAborted(work, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  const patience = new AbortController();
  // A timer that keeps the program alive: there is more to do after this.
  const timer = setTimeout(() => patience.abort(new Error('it did not stop')), PATIENCE_MS);
  return untilAborted(work, patience.signal).finally(() => clearTimeout(timer));
}

const PATIENCE_MS = 1_000;
