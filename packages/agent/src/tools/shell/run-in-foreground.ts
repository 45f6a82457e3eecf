import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { absolutePath } from '@caliban/calls';
import { timeLimit } from '@caliban/gate/signals';
import type { ConfinedRun } from '@caliban/gate/types';
import type { Launcher } from '../../sandbox/launch.ts';
import { CutOutput } from '../cut-output.ts';
import { verifiedBytes } from '../files/verified-bytes.ts';
import type { SessionState, ToolContext, ToolOutput } from '../tool.ts';
import { done, failed } from '../tool-output.ts';
import { anyAlive, endProcesses } from './end-processes.ts';
import type { FoundShell } from './find-shell.ts';
import { privateDirectory } from './private-directory.ts';
import { reportingScript } from './shell-script.ts';
import { type ShellExit, type ShellRun, startShell } from './start-shell.ts';

export type ForegroundCommand = {
  readonly shell: FoundShell;
  readonly command: string;
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly launcher: Launcher | undefined;
  readonly confined: ConfinedRun | undefined;
};

/** Rejects with the signal's reason once an aborted command and everything it started are gone. */
export async function runInForeground(
  { shell, command, cwd, timeoutMs, launcher, confined }: ForegroundCommand,
  { session, signal, progress, blocked }: ToolContext,
): Promise<ToolOutput> {
  const cwdFile = join(privateDirectory(), `cwd-${randomBytes(8).toString('hex')}`);
  const output = new CutOutput(session.maxOutputChars);
  const run = await startShell({
    shell,
    script: reportingScript(command, { cwdFile }),
    cwd,
    env: session.env,
    launcher,
    confined,
    onOutput(text) {
      // Progress is shown only as far as the result will show it.
      if (output.total < session.maxOutputChars) progress(text);
      output.push(text);
    },
  });
  session.processes.add(run.pid);
  try {
    const exit = await firstOf(run, { timeoutMs, signal });
    const shown = output.text();
    const violations = run.launch.violations(shown, cwd).map(({ text }) => text);
    if (violations.length > 0) blocked?.(violations);
    const notices = [
      ...exitNotices(exit, timeoutMs),
      ...violations.map((text) => `[${text}]`),
      ...leftBehind(exit, run),
      ...(await moved(cwdFile, session)),
    ];
    const text = [shown.trimEnd(), ...notices].filter((part) => part !== '').join('\n');
    const isFine = exit.kind === 'code' && exit.code === 0;
    return isFine ? done(text === '' ? '[no output]' : text) : failed(text);
  } finally {
    if (!anyAlive(run.pid)) session.processes.remove(run.pid);
    run.letGo();
    await rm(cwdFile, { force: true });
  }
}

type Outcome = ShellExit | { readonly kind: 'timeout' };

async function firstOf(
  run: ShellRun,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Outcome> {
  const deadline = timeLimit(timeoutMs);
  const either = AbortSignal.any([signal, deadline]);
  const outcome = await Promise.race([run.shellEnded, aborted(either)]);
  if (outcome !== 'aborted') return outcome;
  await endProcesses(run.pid);
  signal.throwIfAborted();
  return { kind: 'timeout' };
}

function aborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
}

export function exitNotices(outcome: Outcome, timeoutMs = 0): string[] {
  switch (outcome.kind) {
    case 'code':
      return outcome.code === 0 ? [] : [`[exit code ${outcome.code}${signalName(outcome.code)}]`];
    case 'killed':
      return ['[the command was killed]'];
    case 'timeout':
      return [`[the command was ended after ${timeoutMs} ms; set \`timeout\` or use \`run_in_background\`]`];
  }
}

/** A shell reports death by a signal as 128 plus its number. */
function signalName(code: number): string {
  const names: Readonly<Record<number, string>> = {
    130: 'SIGINT',
    134: 'SIGABRT',
    137: 'SIGKILL',
    139: 'SIGSEGV',
    143: 'SIGTERM',
  };
  return names[code] === undefined ? '' : `: ${names[code]}`;
}

function leftBehind(outcome: Outcome, run: ShellRun): string[] {
  if (outcome.kind !== 'code' || !run.hasLeftovers()) return [];
  return [`[processes it started are still running; to end them: kill -- -${run.pid}]`];
}

const MAX_PATH_LENGTH = 64 * 1024;

/** The next command starts where this one ended. */
async function moved(cwdFile: string, session: SessionState): Promise<string[]> {
  // The command may have put something else in its place.
  const reported = (await verifiedBytes(absolutePath(cwdFile), { most: MAX_PATH_LENGTH }))?.toString('utf8') ?? '';
  const cwd = reported.startsWith('/') ? absolutePath(reported.replace(/\n$/, '')) : session.cwd;
  if (await isDirectory(cwd)) {
    session.cwd = cwd;
    return [];
  }
  session.cwd = session.workspace;
  return [`[the working directory ${cwd} is gone; it is now ${session.workspace}]`];
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}
