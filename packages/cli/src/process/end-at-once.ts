import { INTERRUPTED_EXIT } from '../command-line/exit-codes.ts';

/** After a second signal the process exits at once. An exit handler, unlike a signal, also ends child processes. */
export function endAtOnceNextTime(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(INTERRUPTED_EXIT));
}
