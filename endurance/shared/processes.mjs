import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Living processes whose environment names this directory, by their command lines. */
export function processesOf(directory) {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes(directory)) return [];
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      if (stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')) return [];
      return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`];
    } catch {
      // It ended while we looked.
      return [];
    }
  });
}

/** Those that are still there after a while; a system without /proc tells of none. */
export async function lastingProcessesOf(directory, patienceMs) {
  if (process.platform !== 'linux') return [];
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const alive = processesOf(directory);
    if (alive.length === 0 || performance.now() > giveUpAt) return alive;
    await sleep(100);
  }
}
