import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { absolutePath } from '@caliban/gate';
import { timeLimit } from '@caliban/gate/internal/signals/time-limit';
import { CutOutput } from '../cut-output.ts';
import { anyAlive, endProcesses } from '../end-processes.ts';
import { judgedBytes } from '../judged-bytes.ts';
import type { SessionState, ToolContext, ToolOutput } from '../tool.ts';
import { done, failed } from '../tool-output.ts';
import type { FoundShell } from './find-shell.ts';
import { privateDirectory } from './private-directory.ts';
import { reportingScript } from './shell-script.ts';
import { type ShellExit, type ShellRun, startShell } from './start-shell.ts';

export type ForegroundCommand = {
  readonly shell: FoundShell;
  readonly command: string;
  readonly cwd: string;
  readonly timeoutMs: number;
};

/** Rejects with the signal's reason once an aborted command and all it started are gone. */
export async function runInForeground(
  { shell, command, cwd, timeoutMs }: ForegroundCommand,
  { session, signal, progress }: ToolContext,
): Promise<ToolOutput> {
  const cwdFile = join(privateDirectory(), `cwd-${randomBytes(8).toString('hex')}`);
  const output = new CutOutput(session.maxOutputChars);
  const run = await startShell({
    shell,
    script: reportingScript(command, { cwdFile }),
    cwd,
    env: session.env,
    onOutput(text) {
      // Nobody reads along any further than the result will show.
      if (output.total < session.maxOutputChars) progress(text);
      output.push(text);
    },
  });
  session.processes.add(run.pid);
  try {
    const exit = await firstOf(run, { timeoutMs, signal });
    const notices = [...exitNotices(exit, timeoutMs), ...leftBehind(exit, run), ...(await moved(cwdFile, session))];
    const text = [output.text().trimEnd(), ...notices].filter((part) => part !== '').join('\n');
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

function exitNotices(outcome: Outcome, timeoutMs: number): string[] {
  switch (outcome.kind) {
    case 'code':
      return outcome.code === 0 ? [] : [`[exit code ${outcome.code}${signalName(outcome.code)}]`];
    case 'killed':
      return ['[the command was killed]'];
    case 'timeout':
      return [`[the command was ended after ${timeoutMs} ms; set \`timeout\` or use \`run_in_background\`]`];
  }
}

/** A shell reports a death by signal as 128 and its number. */
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

const LONGEST_PATH = 64 * 1024;

/** The next command starts where this one ended. */
async function moved(cwdFile: string, session: SessionState): Promise<string[]> {
  // The command may have put something else there.
  const reported = (await judgedBytes(absolutePath(cwdFile), { most: LONGEST_PATH }))?.toString('utf8') ?? '';
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
