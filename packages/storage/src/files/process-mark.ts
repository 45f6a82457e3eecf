import { readFileSync } from 'node:fs';

/** Tells one process from another that got the same number later. */
export type ProcessMark = {
  readonly pid: number;
  /** In clock ticks since boot; absent where the system does not tell. */
  readonly started?: string | undefined;
};

export function thisProcess(): ProcessMark {
  return { pid: process.pid, started: readStat(process.pid)?.started };
}

export function isAlive({ pid, started }: ProcessMark): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Not permitted to signal it: it is there.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const stat = readStat(pid);
  if (stat === null) return true;
  return stat.state !== ZOMBIE && (started === undefined || stat.started === started);
}

const ZOMBIE = 'Z';

/** Null where the system does not tell. */
function readStat(pid: number): { state: string | undefined; started: string | undefined } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in parens and may hold anything; behind it come the state and many numbers.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], started: fields[19] };
  } catch {
    return null;
  }
}
