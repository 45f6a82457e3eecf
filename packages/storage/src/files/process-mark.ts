import { readFileSync } from 'node:fs';

/** Distinguishes a process from a later one with the same pid. */
export type ProcessMark = {
  readonly pid: number;
  /** In clock ticks since boot; absent if the system doesn't report it. */
  readonly started?: string | undefined;
};

export function thisProcess(): ProcessMark {
  return { pid: process.pid, started: readStat(process.pid)?.started };
}

export function isAlive({ pid, started }: ProcessMark): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists, but we may not signal it.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const stat = readStat(pid);
  if (stat === null) return true;
  return stat.state !== ZOMBIE && (started === undefined || stat.started === started);
}

const ZOMBIE = 'Z';

/** Null if the system doesn't report it. */
function readStat(pid: number): { state: string | undefined; started: string | undefined } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name is in parentheses and may contain anything; the state and many numbers follow it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], started: fields[19] };
  } catch {
    return null;
  }
}
