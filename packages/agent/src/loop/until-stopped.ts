import { untilAborted } from '@caliban/gate/signals';

/**
 * The work's own result, even after an abort if it comes soon: half-finished work may complete, and processes that were just
 * started become known before everything is ended. Work that doesn't stop is abandoned.
 */
export async function untilStopped<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  try {
    return await untilAborted(work, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  const patience = new AbortController();
  // A timer that keeps the program alive, because there is more to do after this.
  const timer = setTimeout(() => patience.abort(new Error('it did not stop')), PATIENCE_MS);
  return untilAborted(work, patience.signal).finally(() => clearTimeout(timer));
}

const PATIENCE_MS = 1_000;
