import type { Terminal } from '../process/terminal.ts';
import { runOwnProgram } from '../session-services/own-program.ts';

export type OwnRun = Pick<Terminal, 'cwd' | 'env' | 'home'> & { readonly signal: AbortSignal };

/** The JSON that a command of ours prints, run in a separate process: reading a history or comparing all rules here would delay hooks. */
export async function ownJson(words: readonly string[], { signal, ...terminal }: OwnRun): Promise<unknown> {
  const { out, err } = await runOwnProgram(words, terminal, signal);
  try {
    // `lint` and `plan` report findings by their exit code.
    return JSON.parse(out);
  } catch {
    throw new Error(err.trim() || 'it printed no JSON');
  }
}
