import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlive } from './process-mark.ts';

/** Removes drafts of writers that were killed; those of a living process are left alone. Must not fail: it only tidies up. */
export function removeLeftovers(file: string): void {
  try {
    const directory = dirname(file);
    for (const name of readdirSync(directory)) {
      const pid = draftPid(name, file);
      if (pid !== null && !isAlive({ pid })) rmSync(join(directory, name), { force: true });
    }
  } catch {
    // The next writer tries again.
  }
}

export function draftName(file: string, unique: string): string {
  return `.${basename(file)}.${process.pid}-${unique}.tmp`;
}

function draftPid(name: string, file: string): number | null {
  const prefix = `.${basename(file)}.`;
  if (!name.startsWith(prefix)) return null;
  const pid = /^(\d+)-[0-9a-f]+\.tmp$/.exec(name.slice(prefix.length))?.[1];
  return pid === undefined ? null : Number(pid);
}
