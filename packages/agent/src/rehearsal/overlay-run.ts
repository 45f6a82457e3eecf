import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, readFileSync } from 'node:fs';
import { readdir, readFile, statfs } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import type { AbsolutePath } from '@caliban/calls';
import { argumentBytes, feed } from '../sandbox/bubblewrap.ts';
import { CutOutput } from '../tools/cut-output.ts';
import { shellEnvironment } from '../tools/shell/shell-environment.ts';
import { ImpossibleError } from './impossible.ts';
import { OVERLAY_SCRIPT, TMPFS_OPTIONS } from './overlay-script.ts';

/** A directory whose changes are kept apart. */
export type OverlayRoot = {
  readonly path: AbsolutePath;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
};

export type OverlayStart = {
  /** An empty directory for mounting the in-memory file system, in a namespace that no one else sees. */
  readonly stage: string;
  readonly roots: readonly OverlayRoot[];
  /** True: we are root and may mount. False: a user namespace is created. */
  readonly asRoot: boolean;
  /** Bubblewrap's full path, its arguments, the seccomp filter, and the program's command line. */
  readonly file: string;
  readonly words: readonly string[];
  readonly filter: Uint8Array;
  readonly program: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly maxOutputChars: number;
  readonly timeoutMs: number;
};

/** The program has ended, and everything it started. */
export type OverlayRun = {
  readonly exitCode: number;
  readonly output: string;
  /** A root after the command, and what was touched in it; both can be read until `end`. */
  readonly view: (root: number) => { readonly merged: string; readonly upper: string };
  /** Discards everything. */
  readonly end: () => Promise<void>;
};

/** Throws an `ImpossibleError` with the cause; the run is then cleaned up. */
export async function runInOverlay(start: OverlayStart, signal: AbortSignal): Promise<OverlayRun> {
  signal.throwIfAborted();
  const child = launched(start);
  const watch = watched(child, start, signal);
  try {
    const exitCode = await watch.ended;
    const holder = childOf(child.pid as number);
    if (holder === null) throw new ImpossibleError('its changes can’t be read');
    if (await usedNetwork(holder)) throw new ImpossibleError('it needs the network');
    const root = `/proc/${holder}/root${start.stage}`;
    return {
      exitCode,
      output: watch.output(),
      view: (number) => ({ merged: `${root}/${number}/merged`, upper: `${root}/${number}/upper` }),
      end: () => ended(child),
    };
  } catch (error) {
    await ended(child);
    throw error;
  }
}

const SYSTEM = ['/usr/bin', '/bin', '/run/current-system/sw/bin'];
const FIRST_FEED = 4;

function launched({ stage, roots, asRoot, file, words, filter, program, cwd, env }: OverlayStart): ChildProcess {
  const unshare = systemProgram('unshare');
  if (unshare === null) throw new ImpossibleError('`unshare` of util-linux is not installed');
  const overlay = asRoot ? ',index=off,redirect_dir=nofollow,metacopy=off' : ',userxattr';
  const args = [
    ...[
      asRoot ? '-mnip' : '-Urmnip',
      '--fork',
      '--kill-child',
      '--mount-proc',
      '--',
      '/bin/sh',
      '-c',
      OVERLAY_SCRIPT,
      'sh',
    ],
    ...[stage, TMPFS_OPTIONS, overlay, String(roots.length)],
    ...roots.flatMap(({ mode, uid, gid, path }) => [mode.toString(8), String(uid), String(gid), path]),
    ...[file, '--args', String(FIRST_FEED), '--seccomp', String(FIRST_FEED + 1), '--', ...program],
  ];
  const child = spawn(unshare, args, {
    cwd,
    env: shellEnvironment(env),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  (child.stdin as Writable).on('error', () => {});
  feed(child, FIRST_FEED, [argumentBytes(words), filter]);
  return child;
}

function systemProgram(name: string): string | null {
  const found = SYSTEM.map((directory) => `${directory}/${name}`).find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  return found ?? null;
}

const SPACE_MS = 50;
/** Half of the size, so that a command is stopped before it runs out of space. */
const MAX_SHARE = 0.5;

function watched(child: ChildProcess, { stage, maxOutputChars, timeoutMs }: OverlayStart, signal: AbortSignal) {
  const output = new CutOutput(maxOutputChars);
  let complaint = '';
  (child.stdout as Readable).setEncoding('utf8').on('data', (text: string) => output.push(text));
  (child.stderr as Readable).setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-1000);
  });
  const outputEnded = once(child.stdout as Readable, 'close').catch(() => {});

  const result = new Promise<number>((resolve, reject) => {
    let code: number | null = null;
    let status = '';
    let leftover: NodeJS.Timeout | undefined;
    const give = (settle: () => void) => {
      clearTimeout(timer);
      clearTimeout(leftover);
      clearInterval(space);
      signal.removeEventListener('abort', aborted);
      settle();
    };
    const refuse = (why: string) => give(() => reject(new ImpossibleError(why)));
    const aborted = () => give(() => reject(signal.reason));
    const timer = setTimeout(() => refuse(`it takes longer than ${Math.round(timeoutMs / 1000)} seconds`), timeoutMs);
    const space = setInterval(() => {
      const holder = childOf(child.pid ?? 0);
      if (holder === null) return;
      readdir(`/proc/${holder}/root/proc`).then(
        (names) => {
          // Only our processes, once the namespace has its own `/proc`, where process 1 has no parent.
          if (names.filter(isNumber).length > MAX_PROCESSES && isOwnProc(holder))
            refuse('it starts too many processes');
        },
        () => {},
      );
      statfs(`/proc/${holder}/root${stage}`).then(
        ({ type, blocks, bavail, files, ffree }) => {
          if (type !== TMPFS_MAGIC) return;
          if (bavail < blocks * MAX_SHARE || ffree < files * MAX_SHARE) refuse('it writes too much');
        },
        () => {},
      );
    }, SPACE_MS);
    signal.addEventListener('abort', aborted, { once: true });
    child.once('error', (error) => refuse(`it can’t be started: ${error.message}`));
    child.once('close', () => refuse(`the overlay can’t be made: ${complaint.trim() || 'the kernel refuses'}`));
    (child.stdio[3] as Readable).setEncoding('utf8').on('data', (text: string) => {
      status += text;
      const [, ended] = /^code (\d+)$/m.exec(status) ?? [];
      if (ended !== undefined && code === null) {
        code = Number(ended);
        leftover = setTimeout(() => refuse(LEFTOVER), LEFTOVER_MS);
      }
      if (/^left$/m.test(status)) refuse(LEFTOVER);
      else if (/^failed$/m.test(status)) (child.stdin as Writable).end();
      else if (/^alone$/m.test(status)) give(() => resolve(code ?? 1));
    });
  });
  return { ended: result.then(afterOutput), output: () => output.text() };

  async function afterOutput(code: number): Promise<number> {
    await quiet(outputEnded);
    return code;
  }
}

const MAX_PROCESSES = 500;

function isNumber(name: string): boolean {
  return /^\d+$/.test(name);
}

function isOwnProc(holder: number): boolean {
  try {
    return readFileSync(`/proc/${holder}/root/proc/1/cmdline`, 'utf8').startsWith('/bin/sh\0-c\0');
  } catch {
    return false;
  }
}

const TMPFS_MAGIC = 0x01021994;
const LEFTOVER = 'it leaves processes running';
/** How long to wait when the shell has ended but something still has its output open. */
const LEFTOVER_MS = 3000;

/** `cat` has ended before `alone` is reported, so the output is complete except for what is still in the pipe. */
async function quiet(outputEnded: Promise<unknown>): Promise<void> {
  await Promise.race([outputEnded, new Promise((resolve) => setTimeout(resolve, 50))]);
}

/** Process 1 of the namespaces. */
function childOf(pid: number): number | null {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return child === undefined || child === '' ? null : Number(child);
  } catch {
    return null;
  }
}

/**
 * No interface in the namespace is up, not even loopback: everything sent finds no route, which the kernel counts. So a program
 * that needs the network is noticed even if it hides its failure.
 */
async function usedNetwork(holder: number): Promise<boolean> {
  const [four, six] = await Promise.all(
    ['snmp', 'snmp6'].map((name) => readFile(`/proc/${holder}/net/${name}`, 'utf8').catch(() => '')),
  );
  const [names = '', values = ''] = (four as string).split('\n').filter((line) => line.startsWith('Ip: '));
  const at = names.split(' ').indexOf('OutNoRoutes');
  const missedSix = /^Ip6OutNoRoutes\s+(\d+)/m.exec(six as string)?.[1] ?? '0';
  return Number(values.split(' ')[at] ?? 0) > 0 || Number(missedSix) > 0;
}

const END_MS = 2000;

async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close').catch(() => {});
  // Kill process 1, and with it all the others. Not its parent, which has to wait for it.
  const holder = childOf(child.pid);
  if (holder !== null) process.kill(holder, 'SIGKILL');
  else child.kill('SIGKILL');
  const late = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await closed;
  clearTimeout(late);
}
