import { spawnSync } from 'node:child_process';
import type { HostReply } from '@caliban/adapters/internal/hosts/host-adapter';
import { HERE } from './judge-here.ts';

/** The answer of another process, or null where it has not given one in time and was ended. */
export function judgeApart(input: string, timeLeftMs: number): HostReply | null {
  const [, program = '', ...words] = process.argv;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...process.execArgv, program, ...words, HERE], {
    input,
    timeout: Math.max(1, Math.floor(timeLeftMs)),
    killSignal: 'SIGKILL',
    encoding: 'utf8',
  });
  return status === null ? null : { stdout, stderr, exitCode: status };
}
