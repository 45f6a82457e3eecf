import { shellQuote } from '@caliban/gate/ask';

/**
 * The command on separate lines, after one that makes the shell report its working directory when it ends. Neither the exit code
 * nor the output of `set -x` changes; if a command sets its own EXIT trap, the directory is simply not reported.
 */
export function reportingScript(command: string, { cwdFile }: { readonly cwdFile: string }): string {
  const report = `{ pwd -P >|${shellQuote(cwdFile)}; } 2>/dev/null`;
  return `trap ${shellQuote(report)} EXIT\n${command}`;
}
