import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { feed } from './bubblewrap.ts';
import { type Launch, launchEnvironment } from './launch.ts';

export type LaunchedProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts it as the leader of its own process group, with a pipe for each of the three streams. */
export function startLaunch(
  launch: Launch,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): LaunchedProcess {
  const child = spawn(launch.file, launch.args, {
    cwd,
    env: launchEnvironment(launch, env),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', ...launch.feeds.map(() => 'pipe' as const)],
  }) as unknown as LaunchedProcess;
  feed(child, 3, launch.feeds);
  child.once('close', launch.release).once('error', launch.release);
  return child;
}
