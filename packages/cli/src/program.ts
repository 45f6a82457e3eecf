import { ownHome } from '@caliban/storage/internal/locations';
import { run } from './command-line/run.ts';
import { standardError, standardOutput, terminalWidth } from './process/standard-output.ts';
import { workingDirectory } from './process/working-directory.ts';

/** Everything but hooks: argv and this process as a terminal. */
export async function program(): Promise<void> {
  const columns = terminalWidth();
  process.exitCode = await run(process.argv.slice(2), {
    out: standardOutput,
    err: standardError,
    // Already written.
    drained: async () => {},
    readInput,
    input: () => process.stdin,
    get isInteractive() {
      return columns !== null && process.stdin.isTTY === true;
    },
    get inputIsTerminal() {
      return process.stdin.isTTY === true;
    },
    interrupted: () => {
      const controller = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => controller.abort());
      return controller.signal;
    },
    // Asked for only where it matters: help needs none.
    get cwd() {
      return workingDirectory();
    },
    env: process.env,
    home: ownHome(process.env.HOME),
    colours: columns !== null && (process.env.NO_COLOR ?? '') === '' && process.env.TERM !== 'dumb',
    ...(columns === null ? {} : { columns }),
  });
}

async function readInput({ patienceMs }: { readonly patienceMs?: number } = {}): Promise<string> {
  const impatience = patienceMs === undefined ? undefined : setTimeout(() => process.stdin.destroy(), patienceMs);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of process.stdin) {
      clearTimeout(impatience);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    // Given up on.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    clearTimeout(impatience);
  }
  return Buffer.concat(chunks).toString('utf8');
}
