import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Launcher, UNCONFINED } from '../sandbox/launch.ts';
import { startLaunch } from '../sandbox/start-launch.ts';
import { killProcesses } from '../tools/shell/end-processes.ts';

export type CommandRun = {
  readonly command: string;
  readonly input: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly launcher?: Launcher | undefined;
};

export type CommandResult = {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What confinement denied it, one sentence each. */
  readonly blocked: readonly string[];
};

/** Runs the operator's own command line. Rejects if it can't be started, takes too long, is killed or is aborted. */
export async function runCommand({
  command,
  input,
  cwd,
  env,
  timeoutMs,
  signal,
  launcher = UNCONFINED,
}: CommandRun): Promise<CommandResult> {
  signal.throwIfAborted();
  const prepared = await launcher.prepare({ file: '/bin/sh', args: ['-c', command], cwd }, { firstFeed: 3 });
  if (!prepared.ok) throw new Error(prepared.error);
  const child = startLaunch(prepared.value, { cwd, env });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  // A command that doesn't read its input hasn't failed.
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
    // Its output is complete unless a process it left behind still has the pipe open.
    await Promise.race([Promise.all([stdout.ended, stderr.ended]), sleep(LEFT_BEHIND_MS, undefined, { ref: false })]);
    const blocked = prepared.value.violations(stderr.text(), cwd).map(({ text }) => text);
    return { code, stdout: stdout.text(), stderr: stderr.text(), blocked };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

const MAX_OUTPUT = 256 * 1024;
const LEFT_BEHIND_MS = 250;

function collect(stream: Readable): { readonly text: () => string; readonly ended: Promise<void> } {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    if (size < MAX_OUTPUT) chunks.push(chunk);
    size += chunk.length;
  });
  const ended = new Promise<void>((resolve) => {
    stream.once('close', resolve);
    stream.once('end', resolve);
    stream.once('error', () => resolve());
  });
  return { text: () => Buffer.concat(chunks).toString('utf8'), ended };
}
