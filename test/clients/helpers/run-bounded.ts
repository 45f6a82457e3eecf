import { type ChildProcess, spawn } from 'node:child_process';

/** Longer than a whole conversation takes on a busy machine. */
const PATIENCE_MS = 90_000;

export type Finished = {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
};

/** Runs a program to its end, which comes after 90 seconds at the latest, for all it has started too. */
export async function runBounded(
  [file, ...args]: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Finished> {
  const child = spawn(file as string, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr, timedOut] = ['', '', false];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(child);
  }, PATIENCE_MS);
  // What it has left running holds its output open: `close` alone might not come.
  child.once('exit', () => killGroup(child));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => clearTimeout(timer));
  return { code, stdout, stderr, timedOut };
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left in it.
  }
}
