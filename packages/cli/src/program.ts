import { ownHome } from '@caliban/storage/rules';
import { run } from './command-line/run.ts';
import { LiveOutput } from './process/live-output.ts';
import { endUnwritten, standardError, standardOutput, terminalWidth } from './process/standard-output.ts';
import { workingDirectory } from './process/working-directory.ts';

/** Everything but hooks: argv, and this process as a terminal. */
export async function program(): Promise<void> {
  const columns = terminalWidth();
  let live: LiveOutput | null = null;
  const exit = await run(process.argv.slice(2), {
    out: (text) => (live === null ? standardOutput(text) : live.write(text)),
    err: standardError,
    drained: async () => live?.drained(),
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
      const output = live ?? new LiveOutput(endUnwritten);
      live = output;
      controller.signal.addEventListener('abort', () => output.hurry());
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => controller.abort());
      return controller.signal;
    },
    // Read only if needed: help doesn't need it.
    get cwd() {
      return workingDirectory();
    },
    env: process.env,
    home: ownHome(process.env.HOME),
    colours: columns !== null && (process.env.NO_COLOR ?? '') === '' && process.env.TERM !== 'dumb',
    ...(columns === null ? {} : { columns, rows: process.stdout.rows }),
  });
  await endWith(exit, live);
}

async function endWith(exit: number, live: LiveOutput | null): Promise<void> {
  if (live === null) process.exitCode = exit;
  else await live.end(exit);
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
    // The stream was given up.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    clearTimeout(impatience);
  }
  return Buffer.concat(chunks).toString('utf8');
}
