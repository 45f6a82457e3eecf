import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfinedRun } from '@caliban/gate/types';
import { feed } from '../../sandbox/bubblewrap.ts';
import { type Launch, type Launcher, launchEnvironment, UNCONFINED } from '../../sandbox/launch.ts';
import { anyAlive, sessionMembers } from './end-processes.ts';
import type { FoundShell } from './find-shell.ts';
import { shellEnvironment } from './shell-environment.ts';

export type ShellStart = {
  readonly shell: FoundShell;
  /** The shell's script. */
  readonly script: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly launcher?: Launcher | undefined;
  /** It must not run otherwise. */
  readonly confined?: ConfinedRun | undefined;
  readonly onOutput: (text: string) => void;
};

export type ShellRun = {
  /** The leader of a separate process group and session. */
  readonly pid: number;
  readonly launch: Launch;
  /** The shell itself has ended; processes left in the background may continue, and their output is still read. */
  readonly shellEnded: Promise<ShellExit>;
  /** No process has the output open any more. */
  readonly allEnded: Promise<void>;
  /** Something the command started is still running. */
  readonly hasLeftovers: () => boolean;
  /** Lets the program end before this does. */
  readonly letGo: () => void;
};

export type ShellExit = { readonly kind: 'code'; readonly code: number } | { readonly kind: 'killed' };

/** It must not run: it can't be confined, and has to be. */
export class NotConfinedError extends Error {}

/** Rejects if the shell can't be started. */
export async function startShell({
  shell,
  script,
  cwd,
  env,
  launcher = UNCONFINED,
  confined,
  onOutput,
}: ShellStart): Promise<ShellRun> {
  const flags = shell.dialect === 'bash' ? ['--norc', '--noprofile'] : [];
  const inner = { file: shell.file, args: [...flags, '-c', script], cwd };
  const prepared = await launcher.prepare(inner, { firstFeed: FIRST_FEED, confined });
  if (!prepared.ok) throw new NotConfinedError(prepared.error);
  const launch = prepared.value;
  const child = spawn(shell.file, [...flags, '-c', OUTER_SCRIPT, shell.file, launch.file, ...launch.args], {
    cwd,
    env: launchEnvironment(launch, shellEnvironment(env)),
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore', 'pipe', ...launch.feeds.map(() => 'pipe' as const)],
  });
  feed(child, FIRST_FEED, launch.feeds);
  try {
    await once(child, 'spawn');
  } catch (error) {
    launch.release();
    throw error;
  }

  const [output, status] = [child.stdout as Readable, child.stdio[3] as Readable];
  output.setEncoding('utf8');
  let lastOutput = 0;
  output.on('data', (text: string) => {
    lastOutput = performance.now();
    onOutput(text);
  });
  const pid = child.pid as number;
  const over = new AbortController();
  const allEnded = Promise.all([closed(output), exited(child)]).then(() => {
    over.abort();
    launch.release();
  });
  const hasLeftovers = () => {
    const members = sessionMembers(pid);
    // If the system doesn't report the members, an output that is still open is enough evidence.
    if (members === null) return !over.signal.aborted || anyAlive(pid);
    return members.length > (over.signal.aborted ? 0 : PLUMBING);
  };
  const shellEnded = exitOf(child, status).then(async (exit) => {
    await untilQuiet(() => lastOutput, hasLeftovers, over.signal);
    return exit;
  });
  return {
    pid,
    launch,
    shellEnded,
    allEnded,
    hasLeftovers,
    letGo() {
      child.unref();
      for (const stream of [output, status]) (stream as Socket).unref();
    },
  };
}

/** The outer shell and `cat`, as long as they run. */
const PLUMBING = 2;
const SYSTEM_PATH = '/usr/bin:/bin:/run/current-system/sw/bin';

/** Descriptors before it: input, output, errors, and the exit code. */
const FIRST_FEED = 4;

/**
 * The command runs unchanged in its own shell. The outer shell does what Node can't: it creates one pipe for both outputs, so
 * that they keep their order and `/dev/stderr` can be opened (Node's own are sockets). It also reports when the command's shell
 * is done although a leftover process still has the pipe open.
 */
const OUTER_SCRIPT = `{ "$@" 2>&1 3>&-; echo "$?" >&3; } | PATH=${SYSTEM_PATH} cat 3>&- 4<&- 5<&-`;

/** The code arrives before the outer process ends, or never. */
function exitOf(child: ChildProcess, status: Readable): Promise<ShellExit> {
  return new Promise((resolve) => {
    let text = '';
    status.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (text.endsWith('\n')) resolve({ kind: 'code', code: Number(text) });
    });
    // Waits for both, because the code may still be in the pipe when the process is gone.
    void Promise.all([closed(status), exited(child)]).then(() => resolve({ kind: 'killed' }));
  });
}

const QUIET_MS = 100;
const MAX_WAIT_MS = 1000;

/** Waits for the command's last output, which may still be on its way, but not for the output of leftover processes. */
async function untilQuiet(lastOutput: () => number, hasLeftovers: () => boolean, over: AbortSignal): Promise<void> {
  const start = performance.now();
  while (!over.aborted) {
    // After the end, no timer may keep the program alive.
    await sleep(QUIET_MS / 4, undefined, { signal: over }).catch(() => {});
    const now = performance.now();
    if (now - start > MAX_WAIT_MS) return;
    if (now - Math.max(start, lastOutput()) > QUIET_MS && hasLeftovers()) return;
  }
}

function closed(stream: Readable): Promise<void> {
  return new Promise((resolve) => stream.once('close', resolve).once('error', () => resolve()));
}

function exited(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('exit', () => resolve()));
}
