import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { killProcesses } from '../tools/end-processes.ts';
import { pause } from '../tools/pause.ts';

export type CommandRun = {
  readonly command: string;
  readonly input: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

export type CommandResult = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Runs the operator's own command line. Rejects when it cannot be run, takes too long, is killed or is aborted. */
export async function runCommand({ command, input, cwd, env, timeoutMs, signal }: CommandRun): Promise<CommandResult> {
  signal.throwIfAborted();
  const child = spawn('/bin/sh', ['-c', command], { cwd, env, detached: true, stdio: 'pipe' });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  // A command that does not read what it is told is no failure.
  child.stdin.on('error', () => {});
  child.stdin.end(input);

  let gaveUp: Error | null = null;
  const giveUp = (because: Error) => {
    gaveUp ??= because;
    if (child.pid !== undefined) killProcesses(child.pid);
  };
  const onAbort = () => giveUp(new Error('it was interrupted'));
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => giveUp(new Error(`it took longer than ${timeoutMs} ms`)), timeoutMs);
  try {
    const [code, killedBy] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (gaveUp !== null) throw gaveUp;
    if (code === null) throw new Error(`it was killed by ${killedBy}`);
    // Its output is complete, unless something it left behind still holds the pipe.
    await Promise.race([Promise.all([stdout.ended, stderr.ended]), pause(LEFT_BEHIND_MS)]);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

const MOST_OUTPUT = 256 * 1024;
const LEFT_BEHIND_MS = 250;

function collect(stream: Readable): { readonly text: () => string; readonly ended: Promise<void> } {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    if (size < MOST_OUTPUT) chunks.push(chunk);
    size += chunk.length;
  });
  const ended = new Promise<void>((resolve) => {
    stream.once('close', resolve);
    stream.once('end', resolve);
    stream.once('error', () => resolve());
  });
  return { text: () => Buffer.concat(chunks).toString('utf8'), ended };
}
