import { fstatSync, writeSync } from 'node:fs';
import { errorText } from '@caliban/calls/text';
import { FAILED_EXIT } from '../command-line/exit-codes.ts';

/**
 * Written when it returns. Whoever reads it may have seen enough: `caliban perms audit | head`. The process ends with the exit code a
 * command has set by then; what cannot be written for another reason is never a success.
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

/** Nobody has to listen, and who does not is not waited for where that shows. */
export function standardError(text: string): void {
  try {
    writeAll(2, text, { patienceMs: 1_000 });
  } catch {}
}

/** Past the streams of the process: making those takes longer than deciding a call. */
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
      // Somebody who shares the pipe has made it one that does not wait.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || waits++ >= patienceMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** How wide the screen is; null when the output goes elsewhere. */
export function terminalWidth(): number | null {
  try {
    if (!fstatSync(1).isCharacterDevice()) return null;
  } catch {
    return null;
  }
  return process.stdout.isTTY === true ? process.stdout.columns : null;
}
