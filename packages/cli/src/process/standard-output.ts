import { fstatSync, writeSync } from 'node:fs';
import { errorText } from '@caliban/calls/text';
import { FAILED_EXIT } from '../command-line/exit-codes.ts';

/**
 * Synchronous. A reader may close early: `caliban perms audit | head`. The process then ends with the exit code the command has
 * set by then; any other write error is a failure.
 */
export function standardOutput(text: string): void {
  try {
    writeAll(1, text);
  } catch (error) {
    endUnwritten(error);
  }
}

export function endUnwritten(error: unknown): never {
  const exit = Number(process.exitCode ?? 0);
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(exit);
  standardError(`caliban: the output cannot be written: ${errorText(error)}\n`);
  process.exit(exit === 0 ? FAILED_EXIT : exit);
}

/** A missing reader is ignored, and a slow one is waited for only a limited time. */
export function standardError(text: string): void {
  try {
    writeAll(2, text, { patienceMs: 1_000 });
  } catch {}
}

/** Bypasses the process streams: creating those takes longer than deciding a call. */
export function writeAll(
  descriptor: number,
  content: string | Uint8Array,
  { patienceMs = Number.POSITIVE_INFINITY }: { readonly patienceMs?: number } = {},
): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  let waits = 0;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
      waits = 0;
    } catch (error) {
      // Another process that shares the pipe has made it non-blocking.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || waits++ >= patienceMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** The width of the screen; null if the output isn't a terminal. */
export function terminalWidth(): number | null {
  try {
    if (!fstatSync(1).isCharacterDevice()) return null;
  } catch {
    return null;
  }
  return process.stdout.isTTY === true ? process.stdout.columns : null;
}
