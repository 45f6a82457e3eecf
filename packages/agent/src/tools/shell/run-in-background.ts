import { join } from 'node:path';
import type { ProcessGroups } from '../tool.ts';
import { BackgroundLog } from './background-log.ts';
import { privateDirectory } from './private-directory.ts';
import { type ShellExit, type ShellStart, startShell } from './start-shell.ts';

export type BackgroundRun = { readonly pid: number; readonly file: string };

let started = 0;

/** Its output goes to a file that Read can show, its end is the last line of it, and a plain `kill` ends it. */
export async function runInBackground(
  start: Omit<ShellStart, 'onOutput'>,
  processes: ProcessGroups,
): Promise<BackgroundRun> {
  const file = join(privateDirectory(), `background-${++started}.log`);
  const log = new BackgroundLog(file);
  try {
    const run = await startShell({ ...start, onOutput: (text) => log.write(text) });
    processes.add(run.pid);
    const noted = run.shellEnded.then((exit) => log.write(`\n[${endText(exit)}]\n`));
    void Promise.all([noted, run.allEnded]).then(() => log.close());
    run.letGo();
    return { pid: run.pid, file };
  } catch (error) {
    log.close();
    throw error;
  }
}

function endText(exit: ShellExit): string {
  switch (exit.kind) {
    case 'code':
      return `the command ended with exit code ${exit.code}`;
    case 'killed':
      return 'the command was killed';
  }
}
