import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import { socketFilter } from './seccomp.ts';

/** What works on this machine. */
export type Bubblewrap = {
  readonly file: string;
  readonly filter: Uint8Array;
  /** Root mounts directly; else a user namespace is created. */
  readonly asRoot: boolean;
  /** Files in /proc to protect from root. */
  readonly kernelFiles: readonly string[];
};

/** Actually starts a program with it. Reports what is missing and how to install it. */
export async function findBubblewrap(): Promise<Result<Bubblewrap, string>> {
  if (process.platform !== 'linux') return fail(`bubblewrap is for Linux, and this is ${process.platform}`);
  const file = PLACES.find(isExecutable);
  if (file === undefined) return fail('bubblewrap is not installed (`bwrap`; the package is called `bubblewrap`)');
  const filter = socketFilter();
  if (filter === null) return fail(`there is no socket filter for ${process.arch}`);
  const isRoot = process.getuid?.() === 0;
  const kernelFiles = isRoot ? KERNEL_FILES.filter((path) => existsSync(path)) : [];
  let complaint = '';
  for (const asRoot of isRoot ? [true, false] : [false]) {
    const bubblewrap = { file, filter, asRoot, kernelFiles };
    const tried = await tryOut(bubblewrap);
    if (tried === null) return ok(bubblewrap);
    complaint = tried;
  }
  return fail(`bubblewrap does not work here: ${complaint}`);
}

/** By absolute path, never through PATH: a directory of the project must not provide it. */
const PLACES = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap'];

/**
 * They belong to root, so root can write to them in any namespace and without any capability: `/proc/sys/kernel/core_pattern`
 * names a program that the kernel starts outside of all namespaces. Bubblewrap 0.8 covers some of them, but `/proc/sys` not for
 * root.
 */
const KERNEL_FILES = ['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'acpi', 'scsi', 'mtrr', 'dynamic_debug'].map(
  (name) => `/proc/${name}`,
);

const PATIENCE_MS = 10_000;

/** Null if it works, else its error output. */
async function tryOut({ file, filter, asRoot, kernelFiles }: Bubblewrap): Promise<string | null> {
  const words = bubblewrapArguments({ mounts: [], network: 'none', cwd: '/', asRoot, kernelFiles });
  const args = ['--args', '3', '--seccomp', '4', '--', '/bin/sh', '-c', ':'];
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    timeout: PATIENCE_MS,
    env: {},
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  feed(child, 3, [argumentBytes(words), filter]);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0 ? null : complaint.trim().replace(/^bwrap: /, '') || `it exited with code ${code}`;
  } catch (error) {
    return (error as Error).message;
  }
}

export function argumentBytes(words: readonly string[]): Uint8Array {
  return Buffer.from(words.map((word) => `${word}\0`).join(''));
}

/** Writes to a program's further descriptors. */
export function feed(child: ChildProcess, first: number, feeds: readonly Uint8Array[]): void {
  for (const [at, bytes] of feeds.entries()) {
    const pipe = child.stdio[first + at] as Writable | null | undefined;
    // A program that ended before reading this reports that itself.
    pipe?.on('error', () => {});
    pipe?.end(bytes);
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
