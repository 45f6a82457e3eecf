import { onEndSignals } from './end-signals.ts';

/**
 * The alternate screen, so that the shell's own lines are restored later. The mouse wheel must not send arrow keys, and a row
 * that the terminal measures as wider must not wrap.
 */
const ENTER = '\u001b[?1049h\u001b[?1007l\u001b[?7l\u001b[H\u001b[2J';
const LEAVE = '\u001b[0m\u001b[?7h\u001b[?1007h\u001b[?1049l\u001b[?25h';

/** Takes over the screen and guarantees to restore it: at the end, on a crash, on a signal. */
export function takeScreen(
  stdout: { write(text: string): unknown },
  { giveBack, onSignal }: { readonly giveBack: () => void; readonly onSignal: (code: number) => void },
): { readonly release: () => void } {
  let released = false;
  function release(): void {
    if (released) return;
    released = true;
    process.off('exit', release);
    process.off('uncaughtExceptionMonitor', release);
    stopListening();
    giveBack();
    stdout.write(LEAVE);
  }
  const stopListening = onEndSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], onSignal);
  process.on('exit', release);
  // Runs before the error is printed, so that it appears on the shell's own screen.
  process.on('uncaughtExceptionMonitor', release);
  stdout.write(ENTER);
  return { release };
}
