import type { ProcessGroups } from '../tool.ts';
import { anyAlive, endProcesses, killProcesses } from './end-processes.ts';

/** The process groups of one session. Any that are left when the program exits are killed. */
export function createProcessGroups(): ProcessGroups {
  const own = new Set<number>();
  return {
    add(pid) {
      // Groups that ended unnoticed: their number may be reused some day.
      for (const old of own) if (!anyAlive(old)) forget(old);
      own.add(pid);
      everyGroup.add(pid);
      killAtExit();
    },
    remove: forget,
    has: (pid) => own.has(pid),
    async endAll() {
      const all = [...own];
      await Promise.all(all.map((pid) => endProcesses(pid)));
      for (const pid of all) forget(pid);
    },
  };

  function forget(pid: number): void {
    own.delete(pid);
    everyGroup.delete(pid);
  }
}

/** Of every session in this process: one exit listener for all. */
const everyGroup = new Set<number>();
let listening = false;

function killAtExit(): void {
  if (listening) return;
  listening = true;
  process.on('exit', () => {
    for (const pid of everyGroup) killProcesses(pid);
  });
}
