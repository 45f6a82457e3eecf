import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const GRACE_MS = 2000;
const KILLED_MS = 2000;

/**
 * Ends everything that a process started with `detached` has started: its group, and on Linux its whole session, since `timeout`
 * and shells with job control create their own groups. Resolves when nothing is left, or nothing more can be done.
 */
export async function endProcesses(leader: number, { graceMs = GRACE_MS }: { graceMs?: number } = {}): Promise<void> {
  signalAll(leader, 'SIGTERM');
  if (await areGone(leader, graceMs)) return;
  signalAll(leader, 'SIGKILL');
  await areGone(leader, KILLED_MS);
}

/** Kills at once, for when the program ends. */
export function killProcesses(leader: number): void {
  signalAll(leader, 'SIGKILL');
}

export function anyAlive(leader: number): boolean {
  const members = sessionMembers(leader);
  return members === null ? groupAnswers(leader) : members.length > 0;
}

async function areGone(leader: number, withinMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  for (let pause = 5; anyAlive(leader); pause = Math.min(pause * 2, 100)) {
    if (performance.now() > giveUpAt) return false;
    await sleep(pause);
  }
  return true;
}

function signalAll(leader: number, signal: NodeJS.Signals): void {
  const members = sessionMembers(leader) ?? [];
  send(-leader, signal);
  for (const member of members) send(member, signal);
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // Already gone.
  }
}

/** Also true for a group that only consists of zombies. */
function groupAnswers(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch {
    return false;
  }
}

/** The living processes of the session; null if the system doesn't report them. */
export function sessionMembers(leader: number): number[] | null {
  if (process.platform !== 'linux') return null;
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && sessionOf(pid) === leader);
  } catch {
    return null;
  }
}

/** Null for a dead process, collected or not. */
function sessionOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // `pid (name) state ppid pgrp session …`; the name may contain anything, even a parenthesis.
    const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? null : Number(session);
  } catch {
    return null;
  }
}
