import { spawnSync } from 'node:child_process';
import type { HostReply } from '@caliban/adapters';
import type { Deadline } from './deadline.ts';
import { JUDGE_HERE, QUICK_FLAGS } from './hook-flags.ts';

/** The answer of a subprocess, which is killed if it takes too long. Throws if there is no answer. */
export function judgeInSubprocess(input: string, deadline: Pick<Deadline, 'left' | 'miss'>): HostReply {
  const { status, signal, error, stdout, stderr } = spawnSync(process.execPath, subprocessArguments(process), {
    input,
    timeout: Math.max(1, Math.floor(deadline.left)),
    killSignal: 'SIGKILL',
    encoding: 'utf8',
  });
  if (status !== null) return { stdout, stderr, exitCode: status };
  if (error === undefined) throw new Error(`the process that judged the call was ended by ${signal}`);
  throw (error as NodeJS.ErrnoException).code === 'ETIMEDOUT' ? new Error(deadline.miss) : error;
}

/** The arguments of this process, except those that make long texts dangerous. */
export function subprocessArguments({ argv, execArgv }: Pick<NodeJS.Process, 'argv' | 'execArgv'>): readonly string[] {
  return [...execArgv.filter((flag) => !QUICK_FLAGS.includes(flag)), ...argv.slice(1), JUDGE_HERE];
}
