import { INTERRUPTED_EXIT } from '../command-line/exit-codes.ts';

/** Who asks a second time does not want to wait. An exit, unlike a signal, takes along what was started. */
export function endAtOnceNextTime(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(INTERRUPTED_EXIT));
}
