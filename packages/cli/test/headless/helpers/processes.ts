import { readdirSync, readFileSync } from 'node:fs';

/** The living processes whose environment names this directory, by their command lines. */
export function processesOf(directory: string): readonly string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes(directory.replace(/\/$/, ''))) return [];
      return isZombie(pid) ? [] : [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`];
    } catch {
      // It ended while we looked.
      return [];
    }
  });
}

function isZombie(pid: string): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
}
