import { shellQuote } from '@caliban/gate/ask';

/**
 * The command on lines of its own, after one that makes the shell say where it stood when it ended. Neither the exit code nor
 * what `set -x` shows changes, and a command that sets its own EXIT trap simply keeps that to itself.
 */
export function reportingScript(command: string, { cwdFile }: { readonly cwdFile: string }): string {
  const report = `{ pwd -P >|${shellQuote(cwdFile)}; } 2>/dev/null`;
  return `trap ${shellQuote(report)} EXIT\n${command}`;
}
