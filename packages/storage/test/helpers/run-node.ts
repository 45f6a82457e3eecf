import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { bundled as bundledProgram } from '../../../../test/helpers/bundled.ts';

export type Run = {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Everything it has printed so far. */
  readonly output: () => string;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/** The same script in one file: that counts where it is started hundreds of times. */
export function bundled(script: string): Promise<string> {
  return bundledProgram(pathOf(script));
}

/** Runs a script of this directory, or any other by its path, in a process of its own, on the built code. */
export function runNode(script: string, args: readonly string[], { uid }: { uid?: number } = {}): Run {
  // Reading extra certificates costs every start more than all the rest.
  const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS, ...env } = process.env;
  const identity = uid === undefined ? {} : { uid, gid: uid };
  const child = spawn(process.execPath, [pathOf(script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
    ...identity,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  return { child, output: () => output, ended };
}

function pathOf(script: string): string {
  if (isAbsolute(script)) return script;
  if (!existsSync(new URL('../../dist', import.meta.url))) throw new Error('nothing is built yet; run `npm run build`');
  return fileURLToPath(new URL(script, import.meta.url));
}

/** Resolves when the output holds the text, or the process has ended. */
export async function said({ child, output, ended }: Run, text: string): Promise<void> {
  while (!output().includes(text) && child.exitCode === null && child.signalCode === null) {
    await Promise.race([once(child.stdout, 'data'), ended]);
  }
}
